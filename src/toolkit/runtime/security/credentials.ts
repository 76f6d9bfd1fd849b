import type { FastifyRequest } from 'fastify'
import { parseCookies } from '../parameters/cookies.js'
import { cookieDecode, formDecode } from '../parameters/decode.js'
import { queryOf, textsOf } from '../parameters/query-pairs.js'

/** The values of a header, one for each occurrence: Node joins them, or drops all but one. */
export function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw
  return rawHeaders.flatMap((value, at) => {
    const isValue = at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name
    return isValue ? [value] : []
  })
}

/**
 * The values of a query parameter, in order, decoded like any parameter.
 *
 * @throws {Unreadable} for invalid percent-encoded UTF-8.
 */
export function queryValues({ raw }: FastifyRequest, name: string): string[] {
  return textsOf(queryOf(raw.url as string), name).map(formDecode)
}

/**
 * The values of a cookie, decoded like any parameter.
 *
 * @throws {Unreadable} for invalid percent-encoded UTF-8.
 */
export function cookieValues({ raw }: FastifyRequest, name: string): string[] {
  const cookies = parseCookies(raw.headers.cookie ?? '')
  return cookies.flatMap(([each, text]) => (each === name ? cookieDecode(text) : []))
}
