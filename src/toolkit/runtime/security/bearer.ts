import type bearerAuth from '@fastify/bearer-auth'
import type { FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import { headerValues } from '../parameters/headers.js'
import { ambiguous, refusedBy } from './principals.js'
import { type SecretOptions, type SecretOwner, type Secrets, secretVerifier } from './secrets.js'
import type { SecurityHandler, Verify, VerifyContext } from './security.js'

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
        auth: (_token, request) => verdictOf((request as VerifiedRequest)[VERDICT], verify),
        specCompliance: 'rfc6749', // the scheme's name is case-insensitive (RFC 9110, section 11.1)
        verifyErrorLogLevel: 'debug',
      })
    },
    authenticate(request, reply, scopes, scheme) {
      const sent = tokenOf(request, scheme)
      const context = { request, scopes, scheme }
      const verdict: Verdict = { sent, context, principal: undefined, failure: undefined }
      const asked = request as VerifiedRequest
      asked[VERDICT] = verdict
      const ask = verifyBearer as bearerAuth.verifyBearerAuth
      return new Promise((resolve, reject) => {
        ask(asked, reply, (failed) => {
          const { failure, principal } = verdict
          if (failed === undefined) resolve(principal)
          else reject(failure ? failure.thrown : refusedBy(scheme, request))
        })
      })
    },
  }
}

/** What the plugin is asked about the token of a request, and the answer. */
interface Verdict {
  /** The token; empty if there is none. */
  readonly sent: string
  readonly context: VerifyContext
  principal: unknown
  /** What the verifier has thrown, which may be anything. */
  failure: { readonly thrown: unknown } | undefined
}

/**
 * The member of a request that has it: an entry in a map of all requests costs a fifth of a whole request
 * (`bench serve`, 2026-11-27), since it keeps each of them until the next full collection.
 */
const VERDICT = Symbol('verdict about a bearer token')

type VerifiedRequest = FastifyRequest & { [VERDICT]: Verdict }

/** Asks the verifier, which may throw anything: the plugin takes errors only. */
async function verdictOf(verdict: Verdict, verify: Verify<string, unknown>): Promise<boolean> {
  try {
    verdict.principal = await verify(verdict.sent, verdict.context)
    return verdict.principal !== undefined
  } catch (thrown) {
    verdict.failure = { thrown }
    return false
  }
}

const TOKEN = 'bearer token (b64token of RFC 6750, section 2.1)'

function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
}

function tokenOf({ raw }: FastifyRequest, scheme: SecurityScheme): string {
  const [value = '', ...others] = headerValues(raw.rawHeaders, 'authorization')
  if (others.length > 0) throw ambiguous(scheme)
  const token = value.replace(/^bearer +/i, '')
  return token === value ? '' : token
}
