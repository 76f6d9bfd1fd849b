import type { Cursor } from '../document/cursor.js'
import { FORMATS } from './keywords.js'

/**
 * Formats that others know and no validator checks: the rest of OpenAPI's registry
 * (spec.openapis.org/registry/format) and of JSON Schema's (2020-12, section 7.3), and one more that is met.
 */
const ANNOTATIONS = new Set(
  (
    'base64url binary byte char commonmark date-time-local decimal decimal128 double-int html ' +
    'http-date idn-email idn-hostname int16 int8 iri iri-reference json-pointer markdown media-range ' +
    'password regex relative-json-pointer sf-binary sf-boolean sf-decimal sf-integer sf-string ' +
    'sf-token time-local uint16 uint32 uint64 uint8 uri-template'
  ).split(' '),
)

/** A format that nobody knows is told, once: a misspelt one would be a check that is not made. */
export function reportFormat(place: Cursor): void {
  const { value, report } = place
  if (typeof value !== 'string' || FORMATS.has(value) || ANNOTATIONS.has(value)) return
  const message = `the format \`${value}\` is unknown: values are not checked for it`
  const advice = 'correct it, or say with `pattern` what values look like'
  report.warn(place, message, advice, { once: true })
}
