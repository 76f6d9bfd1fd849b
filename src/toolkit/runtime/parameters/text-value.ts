import { isInt64 } from '../../openapi/json.js'
import { isJson } from '../../openapi/media-type.js'
import type { ScalarType } from '../../openapi/parameter.js'
import { ANYWHERE } from '../../validation/conversions/conversions.js'
import { isInexactNumber } from '../../validation/numeric.js'
import { parseNumber } from '../json/exact-number.js'
import { parseJson } from '../json/parse.js'
import type { JsonSyntaxError } from '../json/syntax-error.js'
import type { TargetType } from './target-type.js'
import { Unreadable } from './url-encoding.js'

/**
 * The first of these types that text can be read as. What may be a string becomes another type
 * only if that is printed in the same way: `1e5` and `007` stay strings.
 */
export function toScalar(text: string, types: readonly ScalarType[]): unknown {
  const isText = types.includes('string')
  for (const type of types) {
    const value = READ[type](text)
    const isOther = isText && (value === null || String(value) !== text)
    if (value !== undefined && !isOther) return value
  }
  return undefined
}

const READ: Readonly<Record<ScalarType, (text: string) => unknown>> = {
  string: (text) => text,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  int64: toInt64,
  integer: toInteger,
  number: (text) => (parseNumber(text) === undefined ? undefined : Number(text)),
  // RFC 6570 has no null: a string that no other type has is read as null.
  null: (text) => (text === '' || text === 'null' ? null : undefined),
}

function toInt64(text: string): bigint | undefined {
  const number = parseNumber(text)
  return isInt64(number) ? BigInt(number) : undefined
}

function toInteger(text: string): number | undefined {
  const number = parseNumber(text)
  if (number === undefined || isInexactNumber(number)) return undefined
  const nearest = Number(number)
  const isHeld = typeof number === 'number' || BigInt(nearest) === number
  return isHeld && Number.isInteger(nearest) ? nearest : undefined
}

/** Parses text of a media type (OpenAPI 3.1, section 4.8.12.2.2): JSON, and others as scalars. */
export function fromContent(
  text: string,
  mediaType: string | undefined,
  type: TargetType,
): unknown {
  return isJson(mediaType) ? exactJson(text) : textValue(text, type.scalars)
}

/** The same, or the text, which the schema refuses. */
export function textValue(text: string, types: readonly ScalarType[]): unknown {
  const value = toScalar(text, types)
  return value === undefined ? text : value
}

/** Parses JSON, whose numbers stay exact until the schema is known. @throws {Unreadable} */
export function exactJson(text: string): unknown {
  try {
    return parseJson(Buffer.from(text), ANYWHERE, true)
  } catch (error) {
    // The parser throws nothing else.
    throw new Unreadable('json', `must be JSON: ${(error as JsonSyntaxError).message}`)
  }
}
