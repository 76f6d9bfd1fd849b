import type { SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { FORMATS } from './keyword-types.js'

/**
 * Known formats that validators do not check: the others of OpenAPI's registry
 * (spec.openapis.org/registry/format) and of JSON Schema's (2020-12, section 7.3), and one more.
 */
const ANNOTATIONS = new Set(
  (
    'base64url binary byte char commonmark date-time-local decimal decimal128 double-int html ' +
    'http-date idn-email idn-hostname int16 int8 iri iri-reference json-pointer markdown media-range ' +
    'password regex relative-json-pointer sf-binary sf-boolean sf-decimal sf-integer sf-string ' +
    'sf-token time-local uint16 uint32 uint64 uint8 uri-template'
  ).split(' '),
)

/** Reports an unknown format once: with a typing error in its name, values would not be checked. */
export function reportFormat(cursor: Cursor): void {
  const { value, report } = cursor
  if (typeof value !== 'string' || FORMATS.has(value) || ANNOTATIONS.has(value)) return
  const message = `the format \`${value}\` is unknown: values are not checked for it`
  const advice = 'correct it, or say with `pattern` what values look like'
  report.warn(cursor, message, advice, { once: true })
}

/** Reports `uint64`, exact up to 2^53 only; on a string the format only describes. */
export function reportRounded(cursor: Cursor, { format, type, maximum }: SchemaObject): void {
  const isUint64 = format === 'uint64' && [type].flat().some((each) => NUMBERS.has(String(each)))
  const isSmall = typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER
  if (!isUint64 || isSmall) return
  const message = '`format: uint64` is a number: what is beyond 2^53 is rounded'
  const advice = 'say `format: int64`, `type: string`, or with `maximum` that values are no larger'
  cursor.warn(message, advice, { once: true })
}

const NUMBERS = new Set(['integer', 'number'])
