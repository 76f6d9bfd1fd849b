import type { Decode } from './decode.js'
import { memberType, type TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'
import { onlyText, valueFrom } from './values.js'

/** What names in brackets say: `a[b][c]=1` is the text 1 at b, c of a. */
export interface BracketTree {
  readonly texts: string[]
  readonly children: Map<string, BracketTree>
}

/** How many names may follow each other in brackets. */
const MAX_DEPTH = 16

export function newTree(): BracketTree {
  return { texts: [], children: new Map() }
}

/** Adds a text at its place; `path` is what follows the name of the parameter: `[b][c]`. */
export function grow(tree: BracketTree, path: string, text: string): void {
  const names = path.slice(1, -1).split('][', MAX_DEPTH + 1)
  if (names.length > MAX_DEPTH) throw new Unreadable('depth', 'is nested too deeply')
  let at = tree
  for (const name of names) {
    const child = at.children.get(name) ?? newTree()
    at.children.set(name, child)
    at = child
  }
  at.texts.push(text)
}

/** Names in brackets, each without brackets inside. */
export function isPath(path: string): boolean {
  return /^(?:\[[^[\]]*\])+$/.test(path)
}

/**
 * The value of a tree. The specification leaves open what is deeper than one name; here it is what most
 * clients write: `a[b][c]`, and `a[]`, `a[0]` or `a` again for the items of an array.
 */
export function valueFromTree(
  { texts, children }: BracketTree,
  shape: TargetType,
  decode: Decode,
): unknown {
  if (children.size === 0) return valueFrom({ texts, decode }, shape)
  if (texts.length > 0) onlyText([...texts, ''])
  if (shape.array && [...children.keys()].every(isIndex)) return arrayOf(children, shape, decode)
  const entries = [...children].map(([name, child]) => {
    return [name, valueFromTree(child, memberType(shape, name), decode)] as const
  })
  return Object.fromEntries(entries)
}

function isIndex(name: string): boolean {
  return /^\d{0,9}$/.test(name)
}

/** Items in the order of their indexes, then those without. What is left out between leaves no hole. */
function arrayOf(children: BracketTree['children'], shape: TargetType, decode: Decode): unknown[] {
  const { items } = shape.array as NonNullable<TargetType['array']>
  const order = ([name]: [string, BracketTree]) => (name === '' ? Infinity : Number(name))
  const sorted = [...children].sort((a, b) => order(a) - order(b))
  return sorted.flatMap(([, child]) => {
    const { texts } = child
    const isMany = child.children.size === 0 && texts.length > 1
    return isMany
      ? texts.map((text) => valueFrom({ texts: [text], decode }, items))
      : [valueFromTree(child, items, decode)]
  })
}
