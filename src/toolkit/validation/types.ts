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
