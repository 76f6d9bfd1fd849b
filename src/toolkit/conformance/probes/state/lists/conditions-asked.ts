import type { Schema } from '../../../../openapi/schema/schema.js'
import type { Operation, TestedContract } from '../../../document/contract.js'
import { areApart, bothOf, conditionsOf, oppositeOf, type SearchCondition } from './conditions.js'
import type { Leaf } from './leaves.js'

/** Where conditions are, and what they are about. */
export interface ConditionsPlace {
  readonly schema: Schema
  readonly leaves: readonly Leaf[]
  readonly items: readonly unknown[]
  /** What the document says of them. */
  readonly text: string
}

/** Most conditions that are asked for in one place. */
const MOST = 24

/** Single conditions and their opposites; two at once, and the opposite of both, where all have to hold. */
export function conditionsAsked(
  contract: TestedContract,
  { schema, leaves, items, text }: ConditionsPlace,
): SearchCondition[] {
  const single = conditionsOf(contract, schema, leaves, items)
  const both = holdsAll(text) ? pairsOf(single, items) : []
  // That of both tells more than those of one.
  const turned = (all: SearchCondition[]) =>
    all.flatMap((each) => oppositeOf(contract, schema, each) ?? [])
  const opposites = turned([...both, ...single])
  const twice = turned(turned(single.slice(0, 1)))
  return [...single, ...both, ...twice, ...opposites].slice(0, MOST)
}

/** Pairs that only servers that look at both conditions answer rightly. */
function pairsOf(single: readonly SearchCondition[], items: readonly unknown[]): SearchCondition[] {
  const pairs = single.flatMap((one) =>
    single
      .filter((other) => areApart(one, other, items))
      .flatMap((other) => bothOf(one, other) ?? []),
  )
  return pairs.slice(0, 4)
}

export function holdsAll(text: string): boolean {
  return /\b(all|every|each)\b[^.]*\b(condition|filter|criteri|member|field|parameter)/i.test(text)
}

export function textOf({ summary = '', description = '', requestBody }: Operation): string {
  return `${summary} ${description} ${requestBody?.description ?? ''}`
}
