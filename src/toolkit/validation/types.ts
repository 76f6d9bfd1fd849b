import { isInt64, isObject, type TypeName } from '../openapi/json.js'
import { aNumber, anInt32, anInteger } from './numbers.js'

export const anObject = isObject

const CHECKS: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  object: anObject,
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  number: aNumber,
  integer: anInteger,
  int32: anInt32,
  int64: isInt64,
}

export function hasType(value: unknown, type: TypeName): boolean {
  return CHECKS[type](value)
}
