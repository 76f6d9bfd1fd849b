import type { FastifyRequest } from 'fastify'
import { isPromise } from '../../shared/promises.js'
import { errors, type HttpRefusal } from '../errors/http-refusal.js'
import { ambiguous, challenge, headerValues, REALM, refusal } from './credentials.js'
import { type SecretOptions, type SecretOwner, type Secrets, secretVerifier } from './secrets.js'
import type { SecurityHandler, Verify } from './security.js'

/** Sender of a request with an accepted bearer token. */
export type Bearer = SecretOwner

/** Accepted tokens, as strings or as SHA-256 digests (32 bytes each). */
export type BearerTokens = Secrets

/**
 * A security handler for schemes whose credential is a bearer token (RFC 6750): `http` with
 * `bearer`, `oauth2` and `openIdConnect`. Refusals have the challenge of RFC 6750, section 3.
 *
 * ```ts
 * bearer(['a-token'])
 * bearer(async (token) => (await jwtVerify(token, keys)).payload)
 * ```
 *
 * A verifier returns `undefined` for a token that it does not accept, or throws.
 *
 * @param accepted - The tokens, kept as digests and compared in constant time, or a verifier.
 * @throws {TypeError} if there is no token, or a token or digest is malformed.
 */
export function bearer(tokens: BearerTokens, options?: SecretOptions): SecurityHandler<Bearer>
export function bearer<Principal>(verify: Verify<string, Principal>): SecurityHandler<Principal>
export function bearer(
  accepted: BearerTokens | Verify<string, unknown>,
  options: SecretOptions = {},
): SecurityHandler {
  const verify =
    typeof accepted === 'function' ? accepted : secretVerifier(accepted, options, isToken, TOKEN)
  return {
    authenticate(request, _reply, scopes, scheme) {
      const token = tokenOf(request)
      if (token === '') throw withoutToken(request)
      const accept = (principal: unknown) => {
        if (principal === undefined) throw refusal(errors.invalidCredentials, WRONG_TOKEN)
        return principal
      }
      const principal = verify(token, { request, scopes, scheme })
      return isPromise(principal) ? principal.then(accept) : accept(principal)
    },
  }
}

const TOKEN = 'bearer token (b64token of RFC 6750, section 2.1)'

function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
}

function tokenOf(request: FastifyRequest): string {
  const values = headerValues(request, 'authorization')
  // RFC 6750, section 3.1: a request with more than one credential is an invalid_request.
  if (values.length > 1) throw ambiguous(bearerChallenge('invalid_request'))
  // Node trims white space at the end of a header.
  const [, token = ''] = /^bearer +(.*)$/i.exec(values[0] ?? '') ?? []
  return token
}

/** RFC 6750, section 3.1: no error code when the request has no bearer credentials at all. */
function withoutToken({ headers }: FastifyRequest): HttpRefusal {
  const row = headers.authorization ? errors.invalidCredentials : errors.missingCredentials
  return refusal(row, bearerChallenge())
}

/** RFC 6750, section 3: the scheme must be followed by at least one parameter. */
function bearerChallenge(error?: 'invalid_request' | 'invalid_token'): string {
  return challenge('Bearer', { ...REALM, ...(error && { error }) })
}

const WRONG_TOKEN = bearerChallenge('invalid_token')
