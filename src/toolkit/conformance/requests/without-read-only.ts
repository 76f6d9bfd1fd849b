import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { membersOf, readOnlyOf } from '../document/members.js'
import { withParts } from '../document/with-parts.js'

/**
 * The value without read-only members, as far as the schema lets them go: a request should not have them (3.0,
 * section 4.7.24.2), and what a server makes of them is open.
 */
export function withoutReadOnly(contract: TestedContract, schema: Schema, value: unknown): unknown {
  const own = bared(contract, schema, value)
  return contract.verdicts.verdict(schema, own) === true ? own : value
}

/**
 * The value without read-only members at any depth.
 *
 * @param isTold - True for what a server told: without members of its own, too, which the schema does not name.
 */
export function bared(
  contract: TestedContract,
  schema: Schema,
  value: unknown,
  isTold = false,
): unknown {
  const readOnly = readOnlyOf(contract, schema)
  const members = isTold ? membersOf(contract, schema) : undefined
  const kept = Object.entries(Object(value)).filter(
    ([name]) => !readOnly.has(name) && (!members?.size || members.has(name)),
  )
  const own = isObject(value) ? Object.fromEntries(kept) : value
  return withParts(contract, schema, own, (each, member) => bared(contract, member, each, isTold))
}
