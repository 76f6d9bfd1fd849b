import { stringify } from './stringify.js'

/**
 * Only characters that JSON strings need not escape (RFC 8259, section 7), without surrogates, which
 * may be lone. Engines run over all characters of a text in less time than they search for another.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Length up to which a loop is faster than a regular expression. */
const SHORT = 16

/** A JSON string. @throws {TypeError} for a lone surrogate. */
export function quoted(text: string): string {
  return isPlain(text) ? `"${text}"` : stringify(text)
}

function isPlain(text: string): boolean {
  if (text.length > SHORT) return PLAIN.test(text)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) {
      return false
    }
  }
  return true
}

/** A JSON number; `null` for what is none, as `JSON.stringify` prints it. */
export function digits(value: number | bigint): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  // Engines print numbers several times faster.
  const number = Number(value)
  return Number.isSafeInteger(number) ? `${number}` : `${value}`
}
