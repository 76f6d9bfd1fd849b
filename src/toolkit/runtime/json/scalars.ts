import { any, type PrintMode } from './serializer.js'

/**
 * Only characters that JSON strings need not escape (RFC 8259, section 7), without surrogates, which
 * may be lone. Engines run over all characters of a text in less time than they search for another.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

const QUOTE = '"'

/** Length up to which a loop is faster than a regular expression. */
const SHORT = 8

/** A JSON string. @throws {TypeError} for a lone surrogate. */
export function string(value: unknown, mode?: PrintMode): string {
  return isPlain(value) ? `"${value}"` : any(value, mode)
}

/**
 * A text with what stands before a string, up to its quotation mark, and the string. Of fewer pieces,
 * which are added from left to right, engines make a text in less time.
 */
export function appendString(
  text: string,
  start: string,
  value: unknown,
  mode?: PrintMode,
): string {
  // A template literal would convert each piece first.
  if (isPlain(value)) return text + start + value + QUOTE
  return text + start.slice(0, -1) + any(value, mode)
}

function isPlain(text: unknown): text is string {
  if (typeof text !== 'string') return false
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
