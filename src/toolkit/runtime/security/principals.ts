import type { FastifyRequest } from 'fastify'
import type { SecurityScheme } from '../../openapi/security.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { logThrown } from '../errors/log-thrown.js'
import { BASIC_CHALLENGE, challenge, hasCredential, REALM, refusal } from './credentials.js'
import type { NoPrincipal } from './security.js'

/** True for what a handler returns for a sender that it accepts. */
export function isPrincipal<Principal>(given: Principal | NoPrincipal): given is Principal {
  return given !== undefined && given !== null && given !== false
}

/**
 * What a security handler says by an error: it does not accept the credential, as in Fastify's own
 * plugins, unless the error is one of this package.
 */
export function errorOf(thrown: unknown, request: FastifyRequest, scheme: SecurityScheme): Error {
  if (thrown instanceof HttpRefusal || thrown instanceof VerificationFailure) return thrown
  const values = { err: thrown, scheme: scheme.name }
  logThrown(request.log, 'debug', values, 'the credential is refused by an error')
  return refusedBy(scheme, hasCredential(request, scheme), { cause: thrown })
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

/** The refusal of a credential, or of a request that has none. */
export function refusedBy(
  scheme: SecurityScheme,
  isGiven: boolean,
  options?: ErrorOptions,
): HttpRefusal {
  const challenged = challengeOf(scheme, isGiven)
  if (challenged === undefined) return new HttpRefusal(errors.certificateRequired, options)
  const row = isGiven ? errors.invalidCredentials : errors.missingCredentials
  return refusal(row, challenged, options)
}

/** The challenge of a scheme; HTTP has none for client certificates. */
function challengeOf(
  { name, type, scheme, in: place, parameter }: SecurityScheme,
  isGiven: boolean,
) {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey') {
    return challenge('ApiKey', { ...REALM, in: String(place), name: String(parameter) })
  }
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  // RFC 6750, section 3.1: no error code without a credential.
  if (isBearer) return challenge('Bearer', { ...REALM, ...(isGiven && { error: 'invalid_token' }) })
  if (scheme?.toLowerCase() === 'basic') return BASIC_CHALLENGE
  return challenge(scheme ?? name, REALM)
}

/** @throws {HttpRefusal} 403 if a scope is missing (RFC 6750, section 3.1, has a challenge). */
export function checkScopes(
  principal: unknown,
  scopes: readonly string[],
  { type, scheme }: SecurityScheme,
): void {
  const granted = grantedTo(principal)
  if (scopes.every((scope) => granted.has(scope))) return
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  const parameters = { ...REALM, error: 'insufficient_scope', scope: scopes.join(' ') }
  if (isBearer) throw refusal(errors.insufficientScope, challenge('Bearer', parameters))
  throw new HttpRefusal(errors.insufficientScope)
}

function grantedTo(principal: unknown): Set<unknown> {
  const { scopes, scope } = principal as { scopes?: unknown; scope?: unknown }
  if (Array.isArray(scopes)) return new Set(scopes)
  if (scopes instanceof Set) return scopes
  return new Set(typeof scope === 'string' ? scope.split(' ') : [])
}
