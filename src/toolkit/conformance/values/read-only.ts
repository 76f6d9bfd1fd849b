import { isObject } from '../../openapi/json.js'
import { ONE_WAY, type SchemaObject } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { replacedAt, withoutMember } from './path.js'
import { type PlacedSchema, placesOf } from './place.js'

/** The value without members that only responses have. */
export function withoutReadOnly(
  contract: TestedContract,
  root: PlacedSchema,
  value: unknown,
): unknown {
  return readOnlyMembers(contract, root, value).reduce<unknown>((each, { path, name }) => {
    const object = path.reduce<unknown>((part, key) => Object(part)[key], each)
    return replacedAt(each, path, withoutMember(object as object, name))
  }, value)
}

/** The members of a value that a client may not set. */
function readOnlyMembers(contract: TestedContract, root: PlacedSchema, value: unknown) {
  return placesOf(contract, root, value).flatMap(({ path, rules, value: part }) =>
    isObject(part)
      ? [...new Set(rules.flatMap(({ schema }) => readOnlyNames(schema)))]
          .filter((name) => Object.hasOwn(part, name))
          .map((name) => ({ path, name }))
      : [],
  )
}

/** Names of the members that a schema of a request has for responses only. */
export function readOnlyNames({ [ONE_WAY]: oneWay }: SchemaObject): readonly string[] {
  return oneWay?.keyword === 'readOnly' ? oneWay.names : []
}
