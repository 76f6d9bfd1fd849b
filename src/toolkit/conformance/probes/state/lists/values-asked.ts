import type { TestedContract } from '../../../document/contract.js'
import { listedBy } from '../../../document/members.js'
import { isSameValue } from '../../../resources/compare.js'
import type { Wanted } from './fit.js'
import { kindOf, orderOf, valuesAt } from './leaves.js'

/** What is asked for, but for the values. */
export type Question = Omit<Wanted, 'values'>

/** The values that items have at a leaf, each once. */
export function differentAt(items: readonly unknown[], { leaf }: Question): unknown[] {
  const known = items.flatMap((item) => valuesAt(item, leaf))
  return known.filter((each, at) => known.findIndex((other) => isSameValue(each, other)) === at)
}

/** True if values are as many as the document or the type lists, or numbers: each is asked for as it is. */
export function isPlainly(contract: TestedContract, { schema }: Question): boolean {
  const isListed = listedBy(contract, schema) !== undefined
  return isListed || /^(number|boolean)$/.test(kindOf(contract, schema))
}

/** Numbers, days and instants among those of the items, by the part of them that is less. */
export function limitsAsked(
  contract: TestedContract,
  { schema }: Question,
  different: readonly unknown[],
  parts: readonly number[],
): unknown[] {
  const kind = kindOf(contract, schema)
  const sorted = different.toSorted((one, other) => orderOf(one, other, kind) ?? 0)
  const chosen = parts.flatMap((part) => sorted.slice(Math.floor(sorted.length * part)).slice(0, 1))
  return [...new Set(chosen)]
}

/** Texts that items have, and parts of them where the document says what comes of these. */
export function textsAsked({ relation, said }: Question, different: readonly unknown[]): string[] {
  const texts = different.map(String)
  const own = texts.filter((each) => /^kit[b-n]{9,}$/.test(each))
  // How other texts than words are compared is not certain.
  const words = texts.filter((each) => /^[a-z\d][\w-]{2,}$/i.test(each))
  const [last, ...others] = (own.length > 0 ? own : words).slice(-2).toReversed()
  if (last === undefined) return []
  const [inner, start, end] = [last.slice(1, -1), last.slice(0, -1), last.slice(1)]
  if (relation === 'contains') return [inner, ...others]
  if (relation === 'begins') return [start, end, ...others]
  return said.text === 'equal' ? [last, start, ...others] : [last, ...others]
}
