import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { itemsOf, membersOf, readOnlyOf } from '../document/members.js'

/**
 * The value without read-only members, as far as the schema lets them go: a request should not have them (3.0,
 * section 4.7.24.2), and what a server makes of them is open.
 */
export function withoutReadOnly(contract: TestedContract, schema: Schema, value: unknown): unknown {
  const own = bared(contract, schema, value)
  return contract.verdicts.verdict(schema, own) === true ? own : value
}

function bared(contract: TestedContract, schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(contract, schema) ?? true
    return value.map((each) => bared(contract, items, each))
  }
  if (!isObject(value)) return value
  const [members, readOnly] = [membersOf(contract, schema), readOnlyOf(contract, schema)]
  const kept = Object.entries(value).filter(([name]) => !readOnly.has(name))
  return Object.fromEntries(
    kept.map(([name, each]) => [name, bared(contract, members.get(name) ?? true, each)]),
  )
}
