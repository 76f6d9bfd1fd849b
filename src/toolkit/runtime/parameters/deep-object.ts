import { isPrototype } from '../../openapi/json.js'
import { itemType, memberType, prototypeRefused, type TargetType } from './target-type.js'
import { type Decode, readAt, Unreadable } from './url-encoding.js'
import { onlyText, valueFrom } from './values.js'

/** Values of names in brackets: `a[b][c]=1` is the string 1 at b, c of a. */
export interface BracketTree {
  readonly texts: string[]
  readonly children: Map<string, BracketTree>
}

const MAX_DEPTH = 16

export function newTree(): BracketTree {
  return { texts: [], children: new Map() }
}

/** Adds a string at the brackets behind the name of the parameter: `[b][c]`. A name may have brackets, too: `[b[]]`. */
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

/**
 * The value of a tree. The specification leaves open what is deeper than one name. Most clients
 * write `a[b][c]`, and `a[]`, `a[0]` or a repeated `a` for the items of an array.
 */
export function valueFromTree(tree: BracketTree, type: TargetType, decode: Decode): unknown {
  const { texts, children } = tree
  if (children.size === 0) return valueFrom({ texts, decode }, type)
  if (texts.length > 0) onlyText([...texts, ''])
  if (type.array && [...children.keys()].every((name) => INDEX.test(name)))
    return arrayOf(children, type, decode)
  const entries = [...children].map(([name, child]) => {
    const its = memberType(type, name)
    const value = readAt(name, () => valueFromTree(child, its, decode))
    if (isPrototype(name, value) && !type.object?.members.has(name)) throw prototypeRefused()
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}

const INDEX = /^\d{0,9}$/

/** Items in the order of their indexes, then those without. Missing indexes leave no holes. */
function arrayOf(children: BracketTree['children'], type: TargetType, decode: Decode): unknown[] {
  const order = ([name]: [string, BracketTree]) => (name === '' ? Infinity : Number(name))
  const sorted = [...children].sort((a, b) => order(a) - order(b))
  const trees = sorted.flatMap(([, child]) => {
    const { texts } = child
    const isMany = child.children.size === 0 && texts.length > 1
    return isMany ? texts.map((text) => ({ ...newTree(), texts: [text] })) : [child]
  })
  return trees.map((tree, index) =>
    readAt(index, () => valueFromTree(tree, itemType(type, index), decode)),
  )
}
