import type { FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import { errors } from '../errors/http-refusal.js'
import { Unreadable } from '../parameters/url-encoding.js'
import {
  ambiguous,
  challenge,
  cookieValues,
  headerValues,
  queryValues,
  REALM,
  refusal,
} from './credentials.js'
import { type SecretOptions, type SecretOwner, type Secrets, secretVerifier } from './secrets.js'
import type { SecurityHandler, Verify } from './security.js'

/**
 * A security handler for `apiKey` schemes. The key is read from a header, a query parameter or a
 * cookie, as the document says. Queries and cookies are decoded like parameters (percent-encoded
 * UTF-8, quotes around a cookie removed), but a key must be sent once, in cookies too. Keys in a
 * query end up in logs and histories; prefer a header.
 *
 * @param accepted - The keys, kept as digests and compared in constant time, or a verifier.
 * @throws {TypeError} if there is no key, or for a scheme of another type.
 */
export function apiKey(keys: Secrets, options?: SecretOptions): SecurityHandler<SecretOwner>
export function apiKey<Principal>(verify: Verify<string, Principal>): SecurityHandler<Principal>
export function apiKey(
  accepted: Secrets | Verify<string, unknown>,
  options: SecretOptions = {},
): SecurityHandler {
  const verify =
    typeof accepted === 'function'
      ? accepted
      : secretVerifier(accepted, options, (text) => text !== '', 'key')
  return {
    prepare(_app, schemes) {
      schemes.forEach(locationOf)
    },
    async authenticate(request, _reply, scopes, scheme) {
      const { values, name } = locationOf(scheme)
      // RFC 9110, section 11.6.1 requires a challenge; no scheme is registered for keys.
      const keyChallenge = challenge('ApiKey', { ...REALM, in: String(scheme.in), name })
      const [key = '', ...others] = readKeys(() => values(request, name), keyChallenge)
      if (others.length > 0) throw ambiguous(keyChallenge)
      if (key === '') throw refusal(errors.missingCredentials, keyChallenge)
      const principal = await verify(key, { request, scopes, scheme })
      if (principal === undefined) throw refusal(errors.invalidCredentials, keyChallenge)
      return principal
    },
  }
}

function readKeys(values: () => string[], keyChallenge: string): string[] {
  try {
    return values()
  } catch (cause) {
    /* c8 ignore next -- an error of this program is not the client's */
    if (!(cause instanceof Unreadable)) throw cause
    throw refusal(errors.invalidCredentials, keyChallenge, { cause })
  }
}

type ReadValues = (request: FastifyRequest, name: string) => string[]

const VALUES: Readonly<Record<string, ReadValues>> = {
  header: (request, name) => headerValues(request, name.toLowerCase()),
  query: queryValues,
  cookie: cookieValues,
}

function locationOf({ name, in: where, parameter }: SecurityScheme) {
  const values = where === undefined ? undefined : VALUES[where]
  if (values === undefined || parameter === undefined) {
    throw new TypeError(`apiKey() cannot serve ${name}: the document does not say where the key is`)
  }
  return { values, name: parameter }
}
