import { isInexactNumber } from '../../validation/inexact-number.js'
import { exactJson } from './content.js'
import { itemType, memberType, type TargetType } from './target-type.js'

/** A JSON text as the value that it stands for, its int64s as `bigint`. @throws {Unreadable} */
export function fromJson(text: string, shape: TargetType): unknown {
  return converted(exactJson(text), shape)
}

/** Changes objects and arrays in place. */
function converted(value: unknown, shape: TargetType): unknown {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      value[index] = converted(value[index], itemType(shape, index))
    }
    return value
  }
  if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    // Every key is an own member already, so that even `__proto__` is one that is assigned to.
    for (const name of Object.keys(object)) {
      object[name] = converted(object[name], memberType(shape, name))
    }
    return object
  }
  return number(value, shape)
}

/** A number as its place wants it; what is no number stays as it is. */
function number(value: unknown, { scalars }: TargetType): unknown {
  const isInt64 = scalars.includes('int64')
  if (typeof value === 'bigint') return isInt64 ? value : Number(value)
  if (isInexactNumber(value)) return value()
  return isInt64 && Number.isInteger(value) ? BigInt(value as number) : value
}
