import type { FastifyRequest } from 'fastify'
import { parseCookies } from '../parameters/cookies.js'
import { cookieDecode, formDecode } from '../parameters/decode.js'
import { queryOf, textsOf } from '../parameters/query-pairs.js'

/** The values of a header, one for each time that it was sent: Node joins them, or drops all but one. */
export function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw
  return rawHeaders.flatMap((value, at) => {
    const isValue = at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name
    return isValue ? [value] : []
  })
}

/**
 * The values of a query parameter, in the order in which they were sent; read as any parameter is.
 *
 * @throws {Unreadable} for what is no percent-encoded UTF-8.
 */
export function queryValues({ raw }: FastifyRequest, name: string): string[] {
  return textsOf(queryOf(raw.url as string), name).map(formDecode)
}

/**
 * The values of a cookie; read as any parameter is.
 *
 * @throws {Unreadable} for what is no percent-encoded UTF-8.
 */
export function cookieValues({ raw }: FastifyRequest, name: string): string[] {
  const cookies = parseCookies(raw.headers.cookie ?? '')
  return cookies.flatMap(([each, text]) => (each === name ? cookieDecode(text) : []))
}
