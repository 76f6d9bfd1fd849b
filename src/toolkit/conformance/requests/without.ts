import { isObject, type JsonObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { formatOf, membersOf } from '../document/members.js'

/** The value without members, as far as the schema lets them go. */
export function without(
  contract: TestedContract,
  schema: Schema,
  value: unknown,
  leaves: (name: string, member: Schema) => boolean,
): unknown {
  if (!isObject(value)) return value
  const members = membersOf(contract, schema)
  let result: JsonObject = value
  for (const name of Object.keys(value)) {
    if (!leaves(name, members.get(name) ?? true)) continue
    const { [name]: _, ...less } = result
    if (contract.verdicts.verdict(schema, less) === true) result = less
  }
  return result
}

/** True for a member that seems to refer to another thing, which the server may not have. */
export function isReferring(contract: TestedContract, name: string, member: Schema): boolean {
  return /.(Id|_id|ID)$/.test(name) || formatOf(contract, member) === 'uuid'
}
