import { isObject, type JsonObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { askedPlace } from '../document/asked-place.js'
import type { MediaType, Operation, TestedContract } from '../document/contract.js'
import { formatOf, membersOf, partsOf } from '../document/members.js'
import { isIdentityName } from '../values/identity-name.js'
import { parametersOf } from './parts.js'

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

/** A body without what seems to refer to other things. */
export function withoutReferring(
  contract: TestedContract,
  operation: Operation,
  media: MediaType,
  value: unknown,
): unknown {
  const { name, schema } = askedPlace(contract, operation, media)
  const own = name === undefined ? value : Object(value)[name]
  const bare = without(contract, schema, own, (...member) => isReferring(contract, ...member))
  if (bare === own) return value
  return name === undefined ? bare : { ...Object(value), [name]: bare }
}

/** True for a member that seems to refer to another thing, which the server may not have. */
export function isReferring(contract: TestedContract, name: string, member: Schema): boolean {
  if (/.(Id|_id|ID)$/.test(name) || formatOf(contract, member) === 'uuid') return true
  const patterns = patternsOf(contract, member)
  return !isIdentityName(name) && patterns.some((each) => ofIdentities(contract, name).has(each))
}

/** Patterns that say of which kind an identity is, `^msg_`, of path parameters with other names. */
function ofIdentities(contract: TestedContract, name: string): ReadonlySet<string> {
  const parameters = contract.operations.flatMap(parametersOf)
  const others = parameters.filter((each) => each.in === 'path' && each.name !== name)
  const all = others.flatMap(({ schema }) => patternsOf(contract, schema))
  return new Set(all.filter((each) => /^\^[a-z]{2,}[-_]/i.test(each)))
}

function patternsOf(contract: TestedContract, schema: Schema): readonly string[] {
  return partsOf(contract, schema).flatMap(({ pattern = [] }) => pattern)
}
