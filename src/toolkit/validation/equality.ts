import type { JsonObject } from '../openapi/json.js'
import { isSameNumber } from './numeric.js'

/** `const`: compares numbers by value and objects by content. */
export function equalTo(value: unknown, allowed: unknown): boolean {
  if (typeof allowed === 'number' || typeof allowed === 'bigint') {
    return isSameNumber(value, allowed)
  }
  if (allowed === null || typeof allowed !== 'object') return value === allowed
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(allowed)) {
    if (!Array.isArray(value) || value.length !== allowed.length) return false
    return allowed.every((element, index) => equalTo(value[index], element))
  }
  return !Array.isArray(value) && hasSameMembers(value as JsonObject, allowed as JsonObject)
}

function hasSameMembers(value: JsonObject, allowed: JsonObject): boolean {
  const names = Object.keys(allowed)
  if (Object.keys(value).length !== names.length) return false
  return names.every((name) => Object.hasOwn(value, name) && equalTo(value[name], allowed[name]))
}

export function oneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.some((each) => equalTo(value, each))
}
