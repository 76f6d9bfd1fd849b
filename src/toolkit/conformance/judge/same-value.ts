import { isObject } from '../../openapi/json.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'

/** True if a scalar came back as it was sent. Some formats have several texts for the same value. */
export function isSameScalar(
  sent: unknown,
  received: unknown,
  schemas: readonly SchemaObject[],
): boolean {
  if (sent === received) return true
  const formats = schemas.map(({ format }) => format)
  if (typeof sent === 'number' && typeof received === 'number') {
    return formats.includes('float') && Math.fround(sent) === Math.fround(received)
  }
  if (typeof sent !== 'string' || typeof received !== 'string') return false
  if (formats.includes('date-time')) return Date.parse(sent) === Date.parse(received)
  if (formats.some((format) => /^(uri|iri|url)$/.test(format ?? ''))) {
    return (
      URL.canParse(sent) && URL.canParse(received) && new URL(sent).href === new URL(received).href
    )
  }
  const isFolded = formats.some((format) => /^(uuid|email|hostname|ipv6)$/.test(format ?? ''))
  return isFolded && sent.toLowerCase() === received.toLowerCase()
}

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
