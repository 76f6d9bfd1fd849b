import { isObject, type JsonObject } from '../../openapi/json.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { itemsOf, membersOf, readOnlyOf } from '../document/members.js'
import type { Contents } from './contents.js'
import { membersAt } from './members-at.js'

/** What is put into members, and into which. */
export interface PlacedValue {
  readonly value: string | number | bigint | boolean | null
  isFit(member: Schema): boolean
}

/** An object with the given value in all members that it fits, and in their parts; `undefined` if it fits none. */
export function withEverywhere(
  contract: TestedContract,
  contents: Contents,
  schema: Schema,
  object: unknown,
  given: PlacedValue,
): JsonObject | undefined {
  if (!isObject(object)) return undefined
  const readOnly = readOnlyOf(contract, schema)
  let result: JsonObject = object
  // A member of another branch is one too many for a service that takes no others than it knows.
  for (const [name, member] of membersAt(contract, schema, object)) {
    if (readOnly.has(name) || contents.isFixed(name, member)) continue
    const part = filled(contract, contents, member, object[name], given)
    const changed = { ...result, [name]: part }
    if (part !== undefined && contents.isValid(schema, changed)) result = changed
  }
  return result === object ? undefined : result
}

/** The given value, a list or a map of it, or an object with it; `undefined` where it does not fit. */
function filled(
  contract: TestedContract,
  contents: Contents,
  schema: Schema,
  value: unknown,
  given: PlacedValue,
): unknown {
  if (given.isFit(schema)) return given.value
  const items = itemsOf(contract, schema)
  if (items !== undefined) return given.isFit(items) ? [given.value] : undefined
  const [name] = isObject(value) ? Object.keys(value) : []
  const values = conjunctsOf(schema, contract.target).flatMap<Schema>(
    (each) => each.additionalProperties ?? [],
  )
  const isMap = name !== undefined && membersOf(contract, schema).size === 0
  if (isMap && values.some((each) => given.isFit(each))) return { [name]: given.value }
  return withEverywhere(contract, contents, schema, value, given)
}
