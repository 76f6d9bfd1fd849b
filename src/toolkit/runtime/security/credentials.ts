import type { FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import { type ErrorBody, errors, HttpRefusal } from '../errors/http-refusal.js'
import { parseCookies } from '../parameters/headers.js'
import { cookieDecode, formDecode, targetOf, textsOf } from '../parameters/url-encoding.js'

/** True if a header occurs more than once: Node takes the first. */
export function isRepeated({ raw }: FastifyRequest, name: string): boolean {
  const { rawHeaders } = raw
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (isNamed(rawHeaders[at] as string, name)) count++
  }
  return count > 1
}

function isNamed(header: string, name: string): boolean {
  return header.length === name.length && header.toLowerCase() === name
}

/** The values of a header, one for each occurrence: Node joins them, or drops all but one. */
export function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (isNamed(rawHeaders[at] as string, name)) values.push(rawHeaders[at + 1] as string)
  }
  return values
}

/** The values of a query parameter, in order, decoded like any parameter. @throws {Unreadable} */
export function queryValues(request: FastifyRequest, name: string): string[] {
  return textsOf(targetOf(request).query, name).map(formDecode)
}

/** The values of a cookie, decoded like any parameter. @throws {Unreadable} */
export function cookieValues({ raw }: FastifyRequest, name: string): string[] {
  const cookies = parseCookies(raw.headers.cookie ?? '')
  return cookies.flatMap(([each, text]) => (each === name ? cookieDecode(text) : []))
}

/** True if a request has something where the credential of a scheme is. */
export function hasCredential(
  request: FastifyRequest,
  { type, in: place, parameter = '' }: SecurityScheme,
): boolean {
  if (type === 'mutualTLS') return true
  if (type !== 'apiKey') return Boolean(request.headers.authorization)
  if (place === 'header') return Boolean(request.headers[parameter.toLowerCase()])
  return (place === 'query' ? queryValues : cookieValues)(request, parameter).length > 0
}

/** A challenge (RFC 9110, section 11.6.1): an authentication scheme and its parameters. */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const printed = Object.entries(parameters).map(([name, value]) => `${name}="${quoted(value)}"`)
  return `${scheme} ${printed.join(', ')}`
}

/** Content of a quoted-string (RFC 9110, section 5.6.4). */
function quoted(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')
}

/** The realm that challenges name (RFC 9110, section 11.5). */
export const REALM = { realm: 'api' }

/** The challenge of RFC 7617, section 2.1. */
export const BASIC_CHALLENGE = challenge('Basic', { ...REALM, charset: 'UTF-8' })

export function refusal(
  row: ErrorBody,
  challenges: string,
  options: ErrorOptions = {},
): HttpRefusal {
  return new HttpRefusal(row, { ...options, headers: { 'www-authenticate': challenges } })
}

export function ambiguous(challenges: string): HttpRefusal {
  return refusal(errors.ambiguousCredentials, challenges)
}
