import type { TestedContract } from '../../../document/contract.js'
import { formatOf, listedBy } from '../../../document/members.js'
import { isSameValue } from '../../../values/same-value.js'
import type { Wanted } from './fit.js'
import { kindOf, orderOf, valuesAt } from './leaves.js'

export type Question = Omit<Wanted, 'values'>

/** The values that items have at a leaf, each once; those that are not first in a list are the last. */
export function differentAt(items: readonly unknown[], { leaf }: Question): unknown[] {
  const lists = items.map((item) => valuesAt(item, leaf))
  const known = [...lists.flatMap(([first]) => first ?? []), ...lists.flat()]
  return known.filter((each, at) => known.findIndex((other) => isSameValue(each, other)) === at)
}

/** True if values are as many as the document or the type lists, numbers, or names of something: each is asked for as it is. */
export function isPlainly(contract: TestedContract, { schema }: Question): boolean {
  const isListed = listedBy(contract, schema) !== undefined
  const isName = /^(email|uuid|hostname|ipv4|ipv6)$/.test(formatOf(contract, schema) ?? '')
  return isListed || isName || /^(number|boolean)$/.test(kindOf(contract, schema))
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
  const zoned = kind === 'date-time' ? chosen.slice(0, 1).map(inAnotherZone) : []
  return [...new Set([...chosen, ...zoned])]
}

/** A limit that no item fits. */
export function beyondAll(
  contract: TestedContract,
  { schema, relation }: Question,
  different: readonly unknown[],
): unknown {
  const isUp = relation === 'least' || relation === 'above'
  const kind = kindOf(contract, schema)
  if (kind !== 'number') {
    const day = isUp ? '2999-12-31' : '1900-01-01'
    return kind === 'date' ? day : `${day}T00:00:00Z`
  }
  const numbers = different.map(Number)
  return isUp ? Math.max(...numbers, 0) + 1 : Math.min(...numbers, 0) - 1
}

/** The same instant, as clocks of India show it. */
function inAnotherZone(instant: unknown): string {
  const shifted = new Date(Date.parse(String(instant)) + 5.5 * 3_600_000)
  return shifted.toISOString().replace('Z', '+05:30')
}

/** Texts that items have, and parts of them where the document says what comes of these. */
export function textsAsked({ relation, said }: Question, different: readonly unknown[]): string[] {
  const texts = different.map(String)
  const own = texts.filter((each) => /^kit[b-n]{9,}$/.test(each))
  // How other texts than words are compared is not certain.
  const words = texts.filter((each) => /^[a-z\d][\w.@-]+$/i.test(each))
  const [last, ...others] = (own.length > 0 ? own : words).slice(-2).toReversed()
  if (last === undefined) return []
  const [inner, start, end] = [last.slice(1, -1), last.slice(0, -1), last.slice(1)]
  const asked = {
    equal: said.text === 'equal' ? [last, start] : [last],
    contains: said.isInAnyCase ? [inner, inner.toUpperCase()] : [inner],
    begins: [start, end],
  }[relation as 'equal']
  // What SQL takes for any character is one of a text.
  const wild = said.hasWildcards || own.length === 0 ? [] : [`${last.slice(0, 4)}_${last.slice(5)}`]
  return [...asked, ...others, ...wild]
}
