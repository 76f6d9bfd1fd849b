import type { FastifyRequest } from 'fastify'
import { isBearer, type SecurityScheme } from '../../openapi/security.js'
import { type ErrorBody, errors, HttpRefusal } from '../errors/http-refusal.js'
import { logThrown } from '../errors/log-thrown.js'
import { headerValues } from '../parameters/headers.js'
import { challengeOf, hasCredential } from './credentials.js'
import type { NoPrincipal } from './security.js'

/**
 * What a security handler says by an error: it does not accept the credential, as in Fastify's own
 * plugins, unless the error is one of this package.
 */
export function errorOf(thrown: unknown, request: FastifyRequest, scheme: SecurityScheme): Error {
  if (thrown instanceof HttpRefusal || thrown instanceof VerificationFailure) return thrown
  const values = { err: thrown, scheme: scheme.name }
  logThrown(request.log, 'debug', values, 'the credential is refused by an error')
  return refusedBy(scheme, request, { cause: thrown })
}

/**
 * Thrown by a verifier or a security handler that cannot decide, since its database is down: the
 * answer is 500, and the log has the cause. Any other error refuses the credential.
 *
 * ```ts
 * throw new VerificationFailure('no answer from the directory', { cause })
 * ```
 */
export class VerificationFailure extends Error {
  override readonly name = 'VerificationFailure'
}

/** What a handler or a verifier returns for a sender that it accepts. @throws {HttpRefusal} for another. */
export function requirePrincipal<Principal>(
  given: Principal | NoPrincipal,
  scheme: SecurityScheme,
  request: FastifyRequest,
): Principal {
  if (given !== undefined && given !== null && given !== false) return given
  throw refusedBy(scheme, request, { isGiven: true })
}

/** The refusal of a credential, or of a request that has none. */
export function refusedBy(
  scheme: SecurityScheme,
  request: FastifyRequest,
  options: ErrorOptions & { readonly isGiven?: boolean } = {},
): HttpRefusal {
  const { isGiven = hasCredential(request, scheme), ...because } = options
  if (scheme.type === 'mutualTLS') return new HttpRefusal(errors.certificateRequired, because)
  const { authorization = '' } = request.headers
  // RFC 6750, section 3.1: no error code without a bearer token.
  const error = /^bearer ./i.test(authorization) ? { error: 'invalid_token' } : {}
  const row = isGiven ? errors.invalidCredentials : errors.missingCredentials
  return refusal(row, challengeOf(scheme, error), because)
}

/** The refusal of several credentials (RFC 6750, section 3.1: an invalid_request). */
export function ambiguous(scheme: SecurityScheme): HttpRefusal {
  return refusal(errors.ambiguousCredentials, challengeOf(scheme, { error: 'invalid_request' }))
}

/** The `Authorization` of a request, empty if there is none. @throws {HttpRefusal} if there are several. */
export function authorizationOf({ raw }: FastifyRequest, scheme: SecurityScheme): string {
  const [value = '', ...others] = headerValues(raw.rawHeaders, 'authorization')
  if (others.length > 0) throw ambiguous(scheme)
  return value
}

function refusal(row: ErrorBody, challenge: string, options: ErrorOptions = {}): HttpRefusal {
  return new HttpRefusal(row, { ...options, headers: { 'www-authenticate': challenge } })
}

/** @throws {HttpRefusal} 403 if a scope is missing (RFC 6750, section 3.1, has a challenge). */
export function checkScopes(
  principal: unknown,
  scopes: readonly string[],
  scheme: SecurityScheme,
): void {
  const granted = grantedTo(principal)
  if (scopes.every((scope) => granted.has(scope))) return
  const error = { error: 'insufficient_scope', scope: scopes.join(' ') }
  if (isBearer(scheme)) throw refusal(errors.insufficientScope, challengeOf(scheme, error))
  throw new HttpRefusal(errors.insufficientScope)
}

function grantedTo(principal: unknown): Set<unknown> {
  const { scopes, scope } = principal as { scopes?: unknown; scope?: unknown }
  if (Array.isArray(scopes)) return new Set(scopes)
  if (scopes instanceof Set) return scopes
  return new Set(typeof scope === 'string' ? scope.split(' ') : [])
}
