import { aNumber, anInt32, anInt64, anInteger } from './numbers.js'

/** `type: object`. */
export function anObject(value: unknown): value is Readonly<Record<string, unknown>> {
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
