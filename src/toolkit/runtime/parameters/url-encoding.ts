import { below } from '../../openapi/json-pointer.js'
import type { Violation } from '../errors/violations.js'

/** A parameter that cannot be read. The message continues after the name of its place. */
export class Unreadable extends Error {
  readonly keyword: string
  /** What cannot be read in it, as a JSON pointer. */
  pointer = ''

  constructor(keyword: string, message: string) {
    super(message)
    this.name = 'Unreadable'
    this.keyword = keyword
  }
}

/** Reads a member or an item, of which an error tells the place. */
export function readAt<Value>(key: string | number, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) error.pointer = below('', key) + error.pointer
    throw error
  }
}

/** The violation of a value that cannot be read. @throws whatever is not `Unreadable`. */
export function violationOf(place: string, error: unknown): Violation {
  /* c8 ignore next -- an error of this program is not the client's */
  if (!(error instanceof Unreadable)) throw error
  const { pointer, keyword, message } = error
  return { place, pointer, keyword, message }
}

/** Decodes text as it was sent. @throws {Unreadable} */
export type Decode = (text: string) => string

/** Characters that a URI cannot have (RFC 3986, section 2). */
const NO_URI = /[^\x21-\x7e]/

/** Decodes percent-encoded UTF-8 without replacing invalid bytes. */
export function percentDecode(text: string): string {
  if (NO_URI.test(text)) throw undecodable()
  return cookieDecode(text)
}

/** The same in a query, where a plus is a space. */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', '%20') : text)
}

/** The same in a cookie, where characters that a URI cannot have are allowed. */
export function cookieDecode(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    throw undecodable()
  }
}

export function notEncoded(text: string): string {
  return text
}

function undecodable(): Unreadable {
  return new Unreadable('encoding', 'must be percent-encoded UTF-8')
}
