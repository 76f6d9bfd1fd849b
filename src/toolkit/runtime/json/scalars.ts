import { any } from './serializer.js'

/**
 * Only characters that JSON strings need not escape (RFC 8259, section 7), without surrogates, which
 * may be lone. Engines run over all characters of a text in less time than they search for another.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** A JSON string. @throws {TypeError} for a lone surrogate. */
export function string(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : any(value)
}

/** A JSON number; `null` for what is none, as `JSON.stringify` prints it. */
export function digits(value: number | bigint): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  // Engines print numbers several times faster.
  const number = Number(value)
  return Number.isSafeInteger(number) ? `${number}` : `${value}`
}
