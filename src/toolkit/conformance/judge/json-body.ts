import { parseJson } from '../../runtime/json/parse.js'
import { JsonSyntaxError } from '../../runtime/json/syntax-error.js'
import { ANYWHERE } from '../../validation/conversions/conversions.js'

/**
 * Parses JSON bytes exactly: an integer beyond 2^53 is a `bigint`. A text is the reason why it is none. What RFC 8259
 * allows and leaves to the receiver (lone surrogates, depth) is read as JavaScript reads it.
 */
export function readJson(body: Buffer): { readonly value: unknown } | { readonly reason: string } {
  if (body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
    return { reason: 'the text begins with a byte order mark' }
  try {
    return { value: parseJson(body, ANYWHERE) }
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the server's */
    if (!(error instanceof JsonSyntaxError)) throw error
    const isOpen = /surrogate|deep/.test(error.message)
    return isOpen ? readLoosely(body.toString('utf8')) : { reason: error.message }
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

function readLoosely(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'the text is not valid JSON' }
  }
}
