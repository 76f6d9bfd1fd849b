import type bearerAuth from '@fastify/bearer-auth'
import type { FastifyRequest } from 'fastify'
import { authorizationOf, refusedBy } from './principals.js'
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
  let verifyBearer: bearerAuth.verifyBearerAuth | undefined
  return {
    async prepare(app) {
      if (!app.hasDecorator('verifyBearerAuthFactory')) {
        // Loaded only by services that use bearer tokens.
        const { default: plugin } = await import('@fastify/bearer-auth')
        await app.register(plugin, { addHook: false, keys: [] })
      }
      verifyBearer = app.verifyBearerAuthFactory?.({
        addHook: false,
        keys: [],
        // The plugin trims spaces from its token that HTTP does not (U+00A0).
        auth: (_token, request) => (request as AskedRequest)[VERIFY](),
        specCompliance: 'rfc6749', // the scheme's name is case-insensitive (RFC 9110, section 11.1)
        verifyErrorLogLevel: 'debug',
      })
    },
    authenticate(request, reply, scopes, scheme) {
      const token = tokenIn(authorizationOf(request, scheme))
      let principal: unknown
      let failure: { readonly thrown: unknown } | undefined
      const asked = request as AskedRequest
      asked[VERIFY] = async () => {
        try {
          principal = await verify(token, { request, scopes, scheme })
          return principal !== undefined
        } catch (thrown) {
          // It may be anything: the plugin takes errors only.
          failure = { thrown }
          return false
        }
      }
      const ask = verifyBearer as bearerAuth.verifyBearerAuth
      const { statusCode } = reply
      return new Promise((resolve, reject) => {
        ask(asked, reply, (failed) => {
          if (failed === undefined) return resolve(principal)
          // The plugin sets 401: another requirement may admit the request, whose handler may answer by itself.
          reply.code(statusCode)
          reject(failure ? failure.thrown : refusedBy(scheme, request))
        })
      })
    },
  }
}

/**
 * The member of a request that verifies its token: an entry in a map of all requests costs a fifth of a whole request
 * (`bench serve`, 2026-11-27), since it keeps each of them until the next full collection.
 */
const VERIFY = Symbol('verifies the bearer token')

type AskedRequest = FastifyRequest & { [VERIFY]: () => Promise<boolean> }

const TOKEN = 'bearer token (b64token of RFC 6750, section 2.1)'

const isToken = (text: string) => /^[A-Za-z0-9\-._~+/]+=*$/.test(text)

/** The token; empty if there is none. */
function tokenIn(authorization: string): string {
  const token = authorization.replace(/^bearer +/i, '')
  return token === authorization ? '' : token
}
