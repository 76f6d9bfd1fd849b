export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets an own member with any name; assignment to `__proto__` would set the prototype. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}

/** A value as a text; `String` fails for an object that has a member `toString`. */
export function plainText(value: unknown): string {
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))
}

/**
 * True for a member that changes the prototype of what a handler copies it into: `Object.assign` calls the
 * setter of `__proto__`, and a deep copy follows `constructor.prototype`.
 */
export function isPrototype(name: string, value: unknown): boolean {
  if (name === '__proto__') return true
  return name === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype')
}

/** Types of JSON values; an integer is a number. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** JSON type of a value; a `bigint` is a number. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : (typeof value as JsonType)
}

export function jsonTypeNamed(type: string): JsonType {
  return type.startsWith('int') ? 'number' : (type as JsonType)
}

/** Types of JSON Schema (2020-12, Validation, section 6.1.1). */
export const SCHEMA_TYPES = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
] as const

/** The same, and integers with a format. */
export type TypeName = (typeof SCHEMA_TYPES)[number] | 'int32' | 'int64'

/** Range of `format: int32` (OpenAPI Format Registry): a signed 32-bit integer. */
export const INT32_MIN = -(2 ** 31)
export const INT32_MAX = 2 ** 31 - 1

/** Range of `format: int64`: a signed 64-bit integer. */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** True for an int64: a `bigint` in range, or a number that is an exact integer. */
export function isInt64(value: unknown): value is bigint | number {
  if (typeof value === 'bigint') return value >= INT64_MIN && value <= INT64_MAX
  return Number.isSafeInteger(value)
}
