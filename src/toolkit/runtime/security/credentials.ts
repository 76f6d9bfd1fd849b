import type { FastifyRequest } from 'fastify'
import { isBearer, type SecurityScheme } from '../../openapi/security.js'
import { headerValues, parseCookies } from '../parameters/headers.js'
import { cookieDecode } from '../parameters/url-encoding.js'
import { targetOf } from '../routing/target.js'

/** What a request has where keys are: one string for each occurrence. @throws {Unreadable} */
export const KEY_PLACES: Readonly<
  Record<string, (request: FastifyRequest, name: string) => string[]>
> = {
  header: ({ raw }, name) => headerValues(raw.rawHeaders, name.toLowerCase()),
  // A key that is not UTF-8 is none of the accepted ones.
  query: (request, name) => new URLSearchParams(targetOf(request).query).getAll(name),
  cookie: ({ raw }, name) =>
    parseCookies(raw.headers.cookie ?? '').flatMap(([each, text]) =>
      each === name ? cookieDecode(text) : [],
    ),
}

/** True if a request has something where the credential of a scheme is. */
export function hasCredential(
  request: FastifyRequest,
  { type, in: place, parameter = '' }: SecurityScheme,
): boolean {
  if (type !== 'apiKey') return Boolean(request.headers.authorization)
  try {
    const texts = place && KEY_PLACES[place]?.(request, parameter)
    return texts?.some((text) => text !== '') === true
  } catch {
    // What cannot be read is there.
    return true
  }
}

/** A challenge (RFC 9110, section 11.6.1): an authentication scheme and its parameters. */
function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const printed = Object.entries(parameters).map(([name, value]) => `${name}="${quoted(value)}"`)
  return `${scheme} ${printed.join(', ')}`
}

/** Content of a quoted-string (RFC 9110, section 5.6.4). */
function quoted(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')
}

/** The realm that challenges name (RFC 9110, section 11.5). */
const REALM = { realm: 'api' }

/**
 * The challenge of a scheme that is not of certificates, for which HTTP has none.
 *
 * @param error - What RFC 6750, section 3, tells of a bearer token.
 */
export function challengeOf(
  scheme: SecurityScheme,
  error: Readonly<Record<string, string>> = {},
): string {
  const { name, type, in: place, parameter, scheme: registered = name } = scheme
  // No scheme is registered for keys.
  if (type === 'apiKey') {
    return challenge('ApiKey', { ...REALM, in: String(place), name: String(parameter) })
  }
  if (isBearer(scheme)) return challenge('Bearer', { ...REALM, ...error })
  // RFC 7617, section 2.1.
  const isBasic = registered.toLowerCase() === 'basic'
  return isBasic ? challenge('Basic', { ...REALM, charset: 'UTF-8' }) : challenge(registered, REALM)
}
