import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from './contract.js'
import { itemsOf, membersOf } from './members.js'

/** The value with other parts, each by its schema; the value itself where none is another. */
export function withParts(
  contract: TestedContract,
  schema: Schema,
  value: unknown,
  change: (part: unknown, schema: Schema, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(contract, schema) ?? true
    const all = value.map((each) => change(each, items, ''))
    return all.some((each, at) => each !== value[at]) ? all : value
  }
  if (!isObject(value)) return value
  let result = value
  for (const [name, member] of membersOf(contract, schema)) {
    if (!Object.hasOwn(value, name)) continue
    const changed = change(value[name], member, name)
    if (changed !== value[name]) result = { ...result, [name]: changed }
  }
  return result
}
