import { isObject } from '../../openapi/json.js'
import type { TestedContract } from '../document/contract.js'
import { itemSchemas, memberSchemas, type PlacedSchema, rulesAt } from './place.js'
import { isSameScalar } from './same-value.js'

/** True for one value, in any of the spellings that its schemas have for its parts. */
export function isSpelledAlike(
  contract: TestedContract,
  schemas: readonly PlacedSchema[],
  one: unknown,
  other: unknown,
): boolean {
  const rules = schemas.flatMap((each) => rulesAt(contract, each, one))
  if (Array.isArray(one) && Array.isArray(other)) {
    const isAlike = (item: unknown, index: number) =>
      isSpelledAlike(contract, itemSchemas(rules, index).schemas, item, other[index])
    return one.length === other.length && one.every(isAlike)
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one)
    const isAlike = (name: string) =>
      Object.hasOwn(other, name) &&
      isSpelledAlike(contract, memberSchemas(rules, name), one[name], other[name])
    return names.length === Object.keys(other).length && names.every(isAlike)
  }
  return isSameScalar(
    one,
    other,
    rules.map(({ schema }) => schema),
  )
}
