import { isObject } from '../../openapi/json.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'

/** Formats whose values have several spellings: a server may write them its own way. */
const SPELLINGS: Readonly<Record<string, (text: string) => unknown>> = {
  'date-time': (text) => Date.parse(text),
  time: (text) => Date.parse(`1970-01-01T${text}`),
  // The local part of an address has a case (RFC 5321, section 2.4), but many a service keeps small letters.
  ...Object.fromEntries(['uuid', 'email', 'idn-email', 'hostname'].map((name) => [name, folded])),
  ...Object.fromEntries(['uri', 'iri', 'url'].map((name) => [name, address])),
  ipv6: (text) => text.toLowerCase().replace(/\b0+(?=\w)/g, ''),
  byte: (text) => text.replace(/=+$/, ''),
  decimal: (text) => text.replace(/\.0*$|(?<=\.\d*)0+$/, '').replace(/^(-?)0+(?=\d)/, '$1'),
}

/** Words for a text that a server keeps without the blanks around it. */
const TRIMMED = /(?<!\b(?:not|never|n't) )\b(?:trim|strip)(?:s|med|ped)\b/i

function folded(text: string): string {
  return text.toLowerCase()
}

function address(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text.toLowerCase().replace(/\/$/, '')
}

/** True if a scalar came back as it was sent, in any spelling that one of its schemas has for it. */
export function isSameScalar(
  sent: unknown,
  received: unknown,
  schemas: readonly SchemaObject[],
): boolean {
  if (sent === received) return true
  if (isNumeric(sent) && isNumeric(received)) return isSameNumber(sent, received, schemas)
  if (typeof sent !== 'string' || typeof received !== 'string') return false
  return schemas.some(({ format = '', description = '' }) => {
    if (TRIMMED.test(description) && sent.trim() === received.trim()) return true
    const spelling = Object.hasOwn(SPELLINGS, format) ? SPELLINGS[format] : undefined
    return spelling !== undefined && spelling(sent) === spelling(received)
  })
}

export const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** A `number` may be kept as a double, and a fraction whose precision the document does not name as a `float`. */
function isSameNumber(
  sent: number | bigint,
  received: number | bigint,
  schemas: readonly SchemaObject[],
): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the number of the same value
  if (sent == received) return true
  const isDouble = schemas.some(({ type = [] }) => [type].flat().includes('number'))
  if (isDouble && Number(sent) === Number(received)) return true
  const isOpen = schemas.every(({ format }) => format === undefined)
  const isFree = isOpen && !Number.isInteger(Number(sent))
  if (!isFree && schemas.every(({ format }) => format !== 'float')) return false
  // Some conversions do not round to the nearest.
  return Math.abs(Number(sent) - Number(received)) <= Math.abs(Number(sent)) * 2 ** -22
}

/** True if two values are the same, but for the order of members. */
export const isSameValue = (one: unknown, other: unknown) => canonical(one) === canonical(other)

/** A value as a text that equal values share, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value))
    return typeof value === 'bigint' ? String(value) : String(JSON.stringify(value))
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join(',')}}`
}
