import { isInt32, isInt64, isInteger, isNumber } from './numbers.js'

/** `type: object`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The types of JSON Schema, and the integers that a format narrows down. */
export type TypeName =
  | 'array'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'integer'
  | 'null'
  | 'number'
  | 'object'
  | 'string'

/** `type`: whether a value has it. */
export function hasType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'number':
      return isNumber(value)
    case 'integer':
      return isInteger(value)
    case 'int32':
      return isInt32(value)
    case 'int64':
      return isInt64(value)
  }
}
