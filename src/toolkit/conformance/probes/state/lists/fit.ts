import type { Schema } from '../../../../openapi/schema/schema.js'
import type { TestedContract } from '../../../document/contract.js'
import { listedBy } from '../../../document/members.js'
import { isSameValue } from '../../../values/same-value.js'
import { kindOf, type Leaf, orderOf, valuesAt } from './leaves.js'
import type { SaidOfFilter } from './said.js'

/** How the values of an item are to those that a request names. */
export type Relation = 'equal' | 'contains' | 'begins' | 'least' | 'most' | 'above' | 'below'

/** A leaf of items, and the values that a request names. */
export interface Wanted {
  readonly leaf: Leaf
  readonly schema: Schema
  readonly relation: Relation
  readonly values: readonly unknown[]
  /** What the document says beside the relation. */
  readonly said: SaidOfFilter
}

/** True if an item has to be there, false if it must not, `undefined` if that is open. */
export function fitOf(
  contract: TestedContract,
  wanted: Wanted,
  item: unknown,
): boolean | undefined {
  const { leaf, schema, relation, values: named, said } = wanted
  if (named.some((each) => isEverything(contract, leaf, each))) return true
  const values = valuesAt(item, leaf)
  // Of a value that is not there nothing is said, but that "only" those that have it are asked for.
  if (values.length === 0) return said.isStrict && !hasDefault(leaf) ? false : undefined
  if (relation === 'equal' || (relation === 'contains' && leaf.isList)) {
    return hasValues(contract, wanted, values)
  }
  if (relation === 'contains' || relation === 'begins') {
    return hasText(String(values[0]), String(named[0]), wanted)
  }
  const kind = kindOf(contract, schema)
  const order = orderOf(values[0], named[0], kind)
  if (order === undefined) return undefined
  if (order === 0) return borderOf(wanted, kind)
  return relation === 'least' || relation === 'above' ? order > 0 : order < 0
}

/** True for a word in place of a value, as `state=all`: no item has that state. */
function isEverything(contract: TestedContract, { schema }: Leaf, value: unknown): boolean {
  return /^(all|any|both)$/i.test(String(value)) && !listedBy(contract, schema)?.includes(value)
}

function hasValues(
  contract: TestedContract,
  { leaf, schema, values: named, said }: Wanted,
  values: readonly unknown[],
): boolean | undefined {
  // A parameter may list `true` and `false` as texts.
  const has = (each: unknown) =>
    values.some(
      (value) => isSameValue(value, each) || (typeof value === 'boolean' && String(value) === each),
    )
  const all = named.every(has)
  const some = named.some(has)
  const several = leaf.isList ? said.several : 'any'
  if (all || (some && several === 'any')) return true
  if (some && several === undefined) return undefined
  // Which texts are the same may be a matter of their case, or of a part.
  const isOpen = listedBy(contract, schema) === undefined
  const isNear = (value: unknown) => named.some((each) => isLike(value, each, said))
  return isOpen && values.some(isNear) ? undefined : false
}

function isLike(value: unknown, wanted: unknown, { text }: SaidOfFilter): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string' || value === wanted) return false
  const [one, other] = [value.toLowerCase(), wanted.toLowerCase()]
  return text === 'equal' ? one === other : one.includes(other)
}

function hasDefault({ schema }: Leaf): boolean {
  return Object(schema).default !== undefined
}

/** A server may compare texts without their case. */
function hasText(text: string, part: string, { relation, said }: Wanted): boolean | undefined {
  const has = (one: string, other: string) =>
    relation === 'begins' ? one.startsWith(other) : one.includes(other)
  if (has(text, part)) return true
  if (!has(text.toLowerCase(), part.toLowerCase())) return false
  return said.isInAnyCase || undefined
}

/** Whether the border belongs to what it limits: instants may be finer than what is shown of them. */
function borderOf({ relation, said }: Wanted, kind: string): boolean | undefined {
  if (kind === 'date-time') return undefined
  return relation === 'above' || relation === 'below' ? false : said.border
}
