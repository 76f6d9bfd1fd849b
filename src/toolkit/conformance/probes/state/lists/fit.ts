import type { Schema } from '../../../../openapi/schema/schema.js'
import type { TestedContract } from '../../../document/contract.js'
import { isSameValue } from '../../../resources/compare.js'
import { kindOf, type Leaf, orderOf, valuesAt } from './leaves.js'

/** How the values of an item are to those that a request names. */
export type Relation = 'equal' | 'contains' | 'least' | 'most' | 'above' | 'below'

/** A leaf of items, and the values that a request names. */
export interface Wanted {
  readonly leaf: Leaf
  /** The schema of one of the values. */
  readonly schema: Schema
  readonly relation: Relation
  readonly values: readonly unknown[]
}

/** True if an item has to be there, false if it must not, `undefined` if that is open. */
export function fitOf(
  contract: TestedContract,
  { leaf, schema, relation, values: wanted }: Wanted,
  item: unknown,
): boolean | undefined {
  const values = valuesAt(item, leaf)
  if (values.length === 0) return undefined
  if (relation === 'equal' || (relation === 'contains' && leaf.isList)) {
    return values.some((value) => wanted.some((each) => isSameValue(value, each)))
  }
  if (relation === 'contains') return hasText(String(values[0]), String(wanted[0]))
  const order = orderOf(values[0], wanted[0], kindOf(contract, schema))
  if (order === undefined) return undefined
  // Whether the border belongs to what it limits is clear for `above` and `below` only.
  if (order === 0) return relation === 'above' || relation === 'below' ? false : undefined
  return relation === 'least' || relation === 'above' ? order > 0 : order < 0
}

/** A server may compare texts without their case. */
function hasText(text: string, part: string): boolean | undefined {
  if (text.includes(part)) return true
  return text.toLowerCase().includes(part.toLowerCase()) ? undefined : false
}
