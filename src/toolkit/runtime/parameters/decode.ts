import { Unreadable } from './unreadable.js'

/** Decodes a text as it was sent. @throws {Unreadable} */
export type Decode = (text: string) => string

/** Encoded characters, and characters that a URI cannot have (RFC 3986, section 2). */
const NOT_PLAIN = /[^\x21-\x24\x26-\x2a\x2c-\x7e]/
const NO_URI = /[^\x21-\x7e]/

/** Decodes percent-encoded UTF-8 without replacing invalid bytes. */
export function percentDecode(text: string): string {
  return NOT_PLAIN.test(text) ? decoded(text, '+') : text
}

/** The same in a query, where a plus is a space. */
export function formDecode(text: string): string {
  return NOT_PLAIN.test(text) ? decoded(text, ' ') : text
}

function decoded(text: string, plus: '+' | ' '): string {
  if (NO_URI.test(text)) throw undecodable()
  const spaced = plus === ' ' ? text.replaceAll('+', plus) : text
  return text.includes('%') ? fromPercents(spaced) : spaced
}

function fromPercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw undecodable()
  }
}

/** The same in a cookie, where characters that a URI cannot have are allowed. */
export function cookieDecode(text: string): string {
  return text.includes('%') ? fromPercents(text) : text
}

/** For values that HTTP does not encode. */
export function notEncoded(text: string): string {
  return text
}

function undecodable(): Unreadable {
  return new Unreadable('encoding', 'must be percent-encoded UTF-8')
}
