import { type Code, code, joined } from '../../print/code.js'
import type { ConversionNode } from './conversion-node.js'

/** Conditions of generated code, of which one has to hold; `undefined`: always. */
export type When = readonly Code[] | undefined

/** Conversions that apply to a value on a condition. */
export interface Applied {
  readonly node: ConversionNode
  readonly when: When
}

/** Conversions that depend on more things than code should be written for. */
export class TooManyCombinations extends Error {}

/** Most nodes that one value's conversions lead to, on all ways to them. */
const MOST_VISITS = 1000

/** The conversions as one condition in code; `undefined`: always. */
export function conditionOf(when: When): Code | undefined {
  return when && joined(when, ' || ')
}

function both(when: When, test: Code): Code {
  if (when === undefined) return test
  const condition = conditionOf(when) as Code
  return when.length === 1 ? code`${condition} && ${test}` : code`(${condition}) && ${test}`
}

export function either(one: When, other: When): When {
  if (one === undefined || other === undefined) return undefined
  return [...new Map([...one, ...other].map((each) => [each.text, each])).values()]
}

/** The condition on which any of these applies; none if there are none. */
export function anyWhen(applied: readonly Applied[]): { readonly when: When } | undefined {
  const [first, ...others] = applied
  return first && { when: others.reduce((when, each) => either(when, each.when), first.when) }
}

/** Each node once. */
export function merged(applied: readonly Applied[]): Applied[] {
  const whens = new Map<ConversionNode, When>()
  for (const { node, when } of applied) {
    whens.set(node, whens.has(node) ? either(whens.get(node), when) : when)
  }
  return [...whens].map(([node, when]) => ({ node, when }))
}

interface Reached {
  readonly target: (schema: string) => ConversionNode
  /** The expression that says whether a validator accepts the value. */
  readonly decide: (when: Code) => Code
}

/** These conversions and those that `ref`, `all` and `any` lead to, each once. */
export function reached(
  given: readonly Applied[],
  value: Code,
  { target, decide }: Reached,
): Applied[] {
  const found = new Map<ConversionNode, When>()
  const above = new Set<ConversionNode>()
  let left = MOST_VISITS
  const visit = (node: ConversionNode, when: When): void => {
    // Whatever a way back to a node leads to, the node itself has led to.
    if (above.has(node) || (found.has(node) && found.get(node) === undefined)) return
    if (left-- === 0) throw new TooManyCombinations()
    found.set(node, found.has(node) ? either(found.get(node), when) : when)
    above.add(node)
    if (node.ref !== undefined) visit(target(node.ref), when)
    for (const each of node.all) visit(each, when)
    for (const [validator, each] of node.any) {
      visit(each, [decide(both(when, code`${validator}(${value})`))])
    }
    above.delete(node)
  }
  for (const { node, when } of given) visit(node, when)
  return [...found].map(([node, when]) => ({ node, when }))
}

/** A member's name in generated code. */
interface MemberName {
  readonly code: Code
  /** The name, unless it is only known when the code runs: then no node names it. */
  readonly known?: string
}

/** Conversions of a member. `pattern`: the regular expression in code. */
export function atName(
  applied: readonly Applied[],
  { code: name, known }: MemberName,
  pattern: (source: string) => Code,
): Applied[] {
  return applied.flatMap(({ node, when }): Applied[] => {
    const tests = node.patterns.map(([source, each]) => ({
      each,
      test: code`${pattern(source)}.test(${name})`,
    }))
    const matched = tests.map(({ each, test }) => ({ node: each, when: [both(when, test)] }))
    const named = known === undefined ? undefined : node.members.get(known)
    if (named !== undefined) return [{ node: named, when }, ...matched]
    if (node.rest === undefined) return matched
    const others = tests.map(({ test }) => code`!${test}`)
    const isOther = others.length === 0 ? when : [both(when, joined(others, ' && '))]
    return [...matched, { node: node.rest, when: isOther }]
  })
}

/** Conversions of an element; of those behind all that are described one by one, without an index. */
export function atIndex(applied: readonly Applied[], index?: number): Applied[] {
  return applied.flatMap(({ node: { prefix, items }, when }) => {
    const isFixed = index !== undefined && index < prefix.length
    const node = isFixed ? prefix[index] : items
    return node === undefined ? [] : { node, when }
  })
}
