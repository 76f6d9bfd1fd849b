import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import { ContractError, errors } from '../errors/contract-error.js'
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

/** The credential of the `Basic` scheme. */
export interface UserPassword {
  readonly user: string
  readonly password: string
}

/**
 * A security handler for `http` with `basic` (RFC 7617). Compare secrets in constant time, as
 * `isSameSecret` does, and keep passwords as salted hashes only.
 *
 * ```ts
 * basic(({ user, password }) => {
 *   const secret = secrets.get(user)
 *   return secret !== undefined && isSameSecret(password, secret) ? { user } : undefined
 * })
 * ```
 */
export function basic<Principal>(
  verify: Verify<UserPassword, Principal>,
): SecurityHandler<Principal> {
  return {
    async authenticate(request, _reply, scopes, scheme) {
      const values = headerValues(request, 'authorization')
      if (values.length > 1) throw ambiguous(CHALLENGE)
      const credential = credentialIn(values[0] ?? '')
      if (credential === undefined) throw refusal(errors.missingCredentials, CHALLENGE)
      const principal = await verify(credential, { request, scopes, scheme })
      if (principal === undefined) throw refusal(errors.invalidCredentials, CHALLENGE)
      return principal
    },
  }
}

const CHALLENGE = challenge('Basic', { ...REALM, charset: 'UTF-8' })

/** RFC 7617, section 2: the user's name ends at the first colon. */
function credentialIn(authorization: string): UserPassword | undefined {
  const [, base64] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (base64 === undefined) return undefined
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? undefined : { user: text.slice(0, at), password: text.slice(at + 1) }
}

/**
 * A security handler for `mutualTLS`: the client's certificate, which the server must request
 * (`https: { requestCert: true, rejectUnauthorized: false, ca }`) and which must be signed by one
 * of its authorities. Behind a proxy that ends TLS there is none: write a handler that reads the
 * headers of the proxy.
 *
 * HTTP has no challenge for certificates, so that refusals are 403.
 */
export function mutualTls<Principal = PeerCertificate>(
  verify: Verify<PeerCertificate, Principal> = (certificate) => certificate as Principal,
): SecurityHandler<Principal> {
  return {
    async authenticate(request, _reply, scopes, scheme) {
      const socket = request.raw.socket as Partial<TLSSocket>
      const certificate = socket.authorized === true ? socket.getPeerCertificate?.() : undefined
      const principal = certificate && (await verify(certificate, { request, scopes, scheme }))
      if (principal === undefined) throw new ContractError(errors.certificateRequired)
      return principal
    },
  }
}
