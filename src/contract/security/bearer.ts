import { createHash, timingSafeEqual } from 'node:crypto'
import bearerAuth from '@fastify/bearer-auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import type { SecurityHandler } from './security.js'

/** Who sent a request with an accepted bearer token. */
export interface Bearer {
  /** The first 12 hex digits of the token's SHA-256: tells tokens apart in logs, gives none away. */
  readonly fingerprint: string
}

/** The accepted tokens, as text or as SHA-256 digests (32 bytes each). */
export type BearerTokens = readonly string[] | { readonly hashes: readonly Buffer[] }

/**
 * A security handler for an `http` `bearer` scheme with fixed tokens. Tokens are kept as SHA-256
 * digests and compared in constant time. Refusals carry the challenge of RFC 6750, section 3.
 *
 * @throws {TypeError} when no token is given, or a token or digest cannot be one.
 */
export function bearer(tokens: BearerTokens): SecurityHandler<Bearer> {
  const hashes = 'hashes' in tokens ? tokens.hashes : tokens.map(hashToken)
  if (hashes.length === 0) throw new TypeError('bearer() needs at least one token')
  if (hashes.some((hash) => hash.length !== 32))
    throw new TypeError('a SHA-256 digest has 32 bytes')

  const accepted = (token: string) => isAmong(sha256(token), hashes)
  let verify: bearerAuth.verifyBearerAuth | undefined
  return {
    async prepare(app) {
      if (!app.hasDecorator('verifyBearerAuthFactory')) {
        await app.register(bearerAuth, { addHook: false, keys: [] })
      }
      verify = app.verifyBearerAuthFactory?.({
        addHook: false,
        keys: [],
        auth: accepted,
        specCompliance: 'rfc6749', // the scheme's name is case-insensitive (RFC 9110, section 11.1)
        verifyErrorLogLevel: 'debug',
      })
    },
    async authenticate(request, reply) {
      const token = readToken(request)
      const refused = await failure(verify as bearerAuth.verifyBearerAuth, request, reply)
      if (refused !== undefined) throw refusal(refused, token)
      return { fingerprint: fingerprint(token as string) }
    },
  }
}

function hashToken(token: string): Buffer {
  // b64token, RFC 6750, section 2.1
  if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token))
    throw new TypeError('a bearer token is a b64token (RFC 6750)')
  return sha256(token)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function fingerprint(token: string): string {
  return sha256(token).toString('hex').slice(0, 12)
}

/** Compares with every hash, so that the time does not tell which one matched. */
function isAmong(hash: Buffer, hashes: readonly Buffer[]): boolean {
  return hashes.reduce((found, each) => timingSafeEqual(hash, each) || found, false)
}

/** The token of the Authorization header; `undefined` when the request has no bearer credentials. */
function readToken(request: FastifyRequest): string | undefined {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
    // RFC 6750, section 3.1: a request with more than one credential is an invalid_request.
    const headers = { 'www-authenticate': challenge('invalid_request') }
    throw new ContractError(errors.ambiguousCredentials, { headers })
  }
  return /^bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim()
}

function failure(
  verify: bearerAuth.verifyBearerAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Error | undefined> {
  return new Promise((resolve) => verify(request, reply, resolve))
}

function refusal(cause: Error, token: string | undefined): ContractError {
  const row = token ? errors.invalidCredentials : errors.missingCredentials
  // RFC 6750, section 3.1: no error code when the request has no bearer credentials at all.
  const headers = { 'www-authenticate': challenge(token ? 'invalid_token' : undefined) }
  return new ContractError(row, { cause, headers })
}

/** RFC 6750, section 3: the scheme must be followed by at least one parameter. */
function challenge(error?: 'invalid_request' | 'invalid_token'): string {
  return `Bearer realm="api"${error === undefined ? '' : `, error="${error}"`}`
}
