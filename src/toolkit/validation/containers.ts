import type { JsonObject } from '../openapi/json.js'
import { anObject } from './types.js'
import type { Validator } from './validator.js'

/** The object, or a copy of an instance, which may inherit members: JSON has none but its own. */
export function ownMembers<Members extends JsonObject>(object: Members): Members {
  const prototype = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null ? object : { ...object }
}

/** Number of members. A member that is `undefined` does not count, as in JSON. */
export function countMembers(object: JsonObject): number {
  let count = 0
  for (const name in object) {
    if (object[name] !== undefined && Object.hasOwn(object, name)) count++
  }
  return count
}

export function hasMember(object: JsonObject, name: string): boolean {
  return object[name] !== undefined && Object.hasOwn(object, name)
}

/** `required`: true for anything but an object that lacks a member. */
export function hasRequired(value: unknown, ...names: readonly string[]): boolean {
  return !anObject(value) || names.every((name) => hasMember(value, name))
}

/** `contains`, `minContains` and `maxContains`. Stops at the first element that decides. */
export function containsEnough(
  array: readonly unknown[],
  check: Validator,
  least: number,
  most = Infinity,
): boolean {
  let count = 0
  for (const element of array) {
    if (count >= least && most === Infinity) return true
    if (check(element) && ++count > most) return false
  }
  return count >= least
}
