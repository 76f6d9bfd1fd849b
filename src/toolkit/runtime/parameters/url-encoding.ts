import type { Violation } from '../errors/violations.js'

/** A parameter that cannot be read. The message continues after the name of its place. */
export class Unreadable extends Error {
  readonly keyword: string

  constructor(keyword: string, message: string) {
    super(message)
    this.name = 'Unreadable'
    this.keyword = keyword
  }
}

/** The violation of a value that cannot be read. @throws whatever is not `Unreadable`. */
export function violationOf(place: string, error: unknown): Violation {
  /* c8 ignore next -- an error of this program is not the client's */
  if (!(error instanceof Unreadable)) throw error
  return { place, pointer: '', keyword: error.keyword, message: error.message }
}

/** Decodes text as it was sent. @throws {Unreadable} */
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

export function notEncoded(text: string): string {
  return text
}

function undecodable(): Unreadable {
  return new Unreadable('encoding', 'must be percent-encoded UTF-8')
}

/** Most pairs of a query: reading them takes time and memory. */
const MAX_PAIRS = 10_000

/** Calls `each` with the decoded name and encoded text of every pair. @throws {Unreadable} */
export function eachPair(query: string, each: (name: string, text: string) => void): void {
  let count = 0
  for (let start = 0; start < query.length; ) {
    const next = query.indexOf('&', start)
    const end = next < 0 ? query.length : next
    if (end > start) {
      if (++count > MAX_PAIRS) {
        throw new Unreadable('maxProperties', `must not have more than ${MAX_PAIRS} parameters`)
      }
      const equals = query.indexOf('=', start)
      const isNamed = equals >= 0 && equals < end
      const name = formDecode(query.slice(start, isNamed ? equals : end))
      each(name, isNamed ? query.slice(equals + 1, end) : '')
    }
    start = end + 1
  }
}
