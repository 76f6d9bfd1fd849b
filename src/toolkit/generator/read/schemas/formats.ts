import { isInt64Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import { meantName } from '../../../shared/spelling.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from '../document/cursor.js'
import { FORMATS } from './keyword-types.js'

/** Known formats that say how a value is used, and no more. */
const DESCRIPTIONS = wordSet(
  'base64 binary commonmark decimal decimal128 double-int html markdown password',
)

/**
 * Known formats that validators do not check: others of OpenAPI's registry (spec.openapis.org/registry/format) and of
 * JSON Schema's (2020-12, section 7.3). Integers of certain sizes are checked by their limits.
 */
const UNCHECKED = wordSet(
  'base64url char date-time-local http-date media-range sf-binary sf-boolean sf-decimal ' +
    'sf-integer sf-string sf-token time-local',
)

const SIZED = wordSet('int8 int16 uint8 uint16 uint32 uint64')

/** Fewest letters of a misspelt format: `urn` is none. */
const MIN_LETTERS = 5

/** Reports a format that is not checked once: with a typing error in its name, values would not be. */
export function reportFormat(cursor: Cursor): void {
  const { value } = cursor
  if (typeof value !== 'string') return
  if ([FORMATS, DESCRIPTIONS, SIZED].some((known) => known.has(value))) return
  const message = UNCHECKED.has(value)
    ? `values are not checked for the format \`${value}\``
    : `the format \`${value}\` is unknown: values are not checked for it`
  const meant = meantName(value, FORMATS, MIN_LETTERS)
  const advice = UNCHECKED.has(value)
    ? 'say with `pattern` what values look like, or check them in the handler'
    : meant === undefined
      ? 'correct it, or say with `pattern` what values look like'
      : `write \`${meant}\`, or say with \`pattern\` what values look like`
  cursor.warn(message, advice, { once: true })
}

/** Reports integers that no `number` holds; on a string the format only describes. */
export function reportRounded(cursor: Cursor, schema: SchemaObject): void {
  const { format, type, maximum } = schema
  const types = [type].flat()
  const isRounded =
    maximum === undefined
      ? format === 'uint64' && types.some((each) => NUMBERS.has(String(each)))
      : types.includes('integer') && !isInt64Schema(schema) && Number(maximum) > 2 ** 53
  if (!isRounded) return
  const message = 'integers beyond 2^53 are refused in requests: a number does not hold them'
  const advice = 'say `format: int64`, `type: string`, or with `maximum` that values are no larger'
  cursor.warn(message, advice, { once: true })
}

/** Reports a format that is checked beside a type, and has none. */
export function reportUntyped(cursor: Cursor, { format, type }: SchemaObject): void {
  if (type !== undefined || format === undefined || !(FORMATS.has(format) || SIZED.has(format)))
    return
  const message = `the format \`${format}\` has no \`type\` beside it: values are not checked for it`
  cursor.warn(message, 'add the `type`', { once: true })
}

const NUMBERS = new Set(['integer', 'number'])
