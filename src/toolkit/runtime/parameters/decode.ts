import { Unreadable } from './unreadable.js'

/** Text as it was sent to the text that it stands for. @throws {Unreadable} */
export type Decode = (text: string) => string

/** What may stand for something else, or is no character of a URI (RFC 3986, section 2). */
const NOT_PLAIN = /[^\x21-\x24\x26-\x2a\x2c-\x7e]/
const NO_URI = /[^\x21-\x7e]/

/** Percent-encoded UTF-8, exactly: what is no UTF-8 is refused, so that no surrogate stands alone. */
export function percentDecode(text: string): string {
  return NOT_PLAIN.test(text) ? decoded(text, '+') : text
}

/** The same in a query, where a plus is a space, as forms are encoded. */
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

/** The same in a cookie, where what is no character of a URI may stand for itself. */
export function cookieDecode(text: string): string {
  return text.includes('%') ? fromPercents(text) : text
}

/** For what HTTP carries as it is. */
export function asItIs(text: string): string {
  return text
}

function undecodable(): Unreadable {
  return new Unreadable('encoding', 'must be percent-encoded UTF-8')
}
