import type { HeaderGroup } from '../contract/response-media.js'
import { stringify } from '../json/stringify.js'

/**
 * Prints a header's value by `style: simple` (OpenAPI 3.1, section 4.8.12.2.3). `Set-Cookie`
 * becomes one field for each of its values (RFC 9110, section 5.3).
 *
 * @throws {TypeError} for values that would be read as others.
 */
export function writeHeader(
  name: string,
  value: unknown,
  { json = [], exploded = [] }: Partial<HeaderGroup> = {},
): string | string[] {
  // JSON in a header is ASCII, other characters are escaped.
  if (json.includes(name)) return stringify(value).replace(/[\u007f-\uffff]/g, escaped)
  if (name.toLowerCase() === 'set-cookie' && Array.isArray(value)) return value.map(scalar)
  if (Array.isArray(value)) return value.map(item).join(',')
  if (typeof value !== 'object' || value === null) return scalar(value)
  const isExploded = exploded.includes(name)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return members
    .map(([key, member]) => `${item(key)}${isExploded ? '=' : ','}${item(member)}`)
    .join(',')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function scalar(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError('a header has no way to write this value')
  }
  return String(value)
}

/** A comma in an item would be read as a delimiter. */
function item(value: unknown): string {
  const text = scalar(value)
  if (text.includes(',')) throw new TypeError('an item of a list in a header has a comma')
  return text
}
