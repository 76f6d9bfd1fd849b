import { JsonSyntaxError, parseExact } from '../../runtime/json/exact.js'

/**
 * Parses JSON bytes exactly: an integer beyond 2^53 is a `bigint`. A text is the reason why it is none. What RFC 8259
 * allows and leaves to the receiver (lone surrogates, depth) is read as JavaScript reads it.
 */
export function readJson(body: Buffer): { readonly value: unknown } | { readonly reason: string } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return { reason: 'the text is not valid UTF-8' }
  }
  if (text.startsWith('\ufeff')) return { reason: 'the text begins with a byte order mark' }
  try {
    return { value: parseExact(text) }
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the server's */
    if (!(error instanceof JsonSyntaxError)) throw error
    const isOpen = /surrogate|deep/.test(error.message)
    return isOpen ? readLoosely(text) : { reason: error.message }
  }
}

function readLoosely(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'the text is not valid JSON' }
  }
}
