import { anObject } from './types.js'
import type { Validator } from './validator.js'

/** What an object holds; a member that is `undefined` is none, as in JSON. */
export function countMembers(object: Readonly<Record<string, unknown>>): number {
  let count = 0
  for (const name in object) {
    if (object[name] !== undefined && Object.hasOwn(object, name)) count++
  }
  return count
}

/** Whether an object has this member itself. */
export function hasMember(object: Readonly<Record<string, unknown>>, name: string): boolean {
  return object[name] !== undefined && Object.hasOwn(object, name)
}

/** `required`: whether a value has these members, if it is an object. */
export function hasRequired(value: unknown, ...names: readonly string[]): boolean {
  return !anObject(value) || names.every((name) => hasMember(value, name))
}

/** `contains`, `minContains` and `maxContains`: looks no further than it must. */
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
