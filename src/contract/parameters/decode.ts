import { Unreadable } from './unreadable.js'

/** Text as it was sent to the text that it stands for. @throws {Unreadable} */
export type Decode = (text: string) => string

/** Outside of these a URI has no characters (RFC 3986, section 2): others are percent-encoded. */
const NO_URI = /[^\x21-\x7e]/

/** Percent-encoded UTF-8, exactly: what is no UTF-8 is refused, so that no surrogate stands alone. */
export function percentDecode(text: string): string {
  if (NO_URI.test(text)) throw undecodable()
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw undecodable()
  }
}

/** The same in a query, where a plus is a space, as forms are encoded. */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', '%20') : text)
}

/** For what HTTP carries as it is. */
export function asItIs(text: string): string {
  return text
}

function undecodable(): Unreadable {
  return new Unreadable('encoding', 'must be percent-encoded UTF-8')
}
