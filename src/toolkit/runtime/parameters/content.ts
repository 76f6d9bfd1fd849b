import { isJson } from '../../openapi/media-type.js'
import { isInexactNumber } from '../../validation/numeric.js'
import { type JsonSyntaxError, parseExact } from '../json/exact.js'
import { toScalar } from './scalars.js'
import { itemType, memberType, type TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'

/**
 * Parses a text of a media type (OpenAPI 3.1, section 4.8.12.2.2). The numbers of JSON stay exact
 * until the schema of the group is known; other media types give scalars.
 */
export function fromContent(
  text: string,
  mediaType: string | undefined,
  targetType: TargetType,
): unknown {
  return isJson(mediaType) ? exactJson(text) : (toScalar(text, targetType.scalars) ?? text)
}

/** @throws {Unreadable} */
export function exactJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    // The parser throws nothing else.
    throw new Unreadable('json', `must be JSON: ${(error as JsonSyntaxError).message}`)
  }
}

/** Parses JSON text, with int64s as `bigint`. @throws {Unreadable} */
export function fromJson(text: string, targetType: TargetType): unknown {
  return converted(exactJson(text), targetType)
}

/** Changes objects and arrays in place. */
function converted(value: unknown, targetType: TargetType): unknown {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      value[index] = converted(value[index], itemType(targetType, index))
    }
    return value
  }
  if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    // Every key is an own member already, so that even `__proto__` can be assigned.
    for (const name of Object.keys(object)) {
      object[name] = converted(object[name], memberType(targetType, name))
    }
    return object
  }
  return number(value, targetType)
}

/** Converts a number to its type; other values stay. */
function number(value: unknown, { scalars }: TargetType): unknown {
  const isInt64 = scalars.includes('int64')
  if (typeof value === 'bigint') return isInt64 ? value : Number(value)
  if (isInexactNumber(value)) return value()
  return isInt64 && Number.isInteger(value) ? BigInt(value as number) : value
}
