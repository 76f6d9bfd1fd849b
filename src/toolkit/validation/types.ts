import { isObject, type TypeName } from '../openapi/json.js'
import { aNumber, anInt32, anInt64, anInteger } from './numbers.js'

export const anObject = isObject

export function hasType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'object':
      return anObject(value)
    case 'array':
      return Array.isArray(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'number':
      return aNumber(value)
    case 'integer':
      return anInteger(value)
    case 'int32':
      return anInt32(value)
    case 'int64':
      return anInt64(value)
  }
}

/** True if a string has more code points than `limit`. */
export function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || codePoints(text) > limit
}

/** True if a string has fewer code points than `limit`. */
export function shorterThan(text: string, limit: number): boolean {
  if (text.length < limit) return true
  return text.length < 2 * limit && codePoints(text) < limit
}

/** The length by JSON Schema (RFC 8259, section 8.2: a lone surrogate counts too). */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
