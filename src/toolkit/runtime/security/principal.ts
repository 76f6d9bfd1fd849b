import type { SecurityScheme } from '../../openapi/security.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { challenge, REALM, refusal } from './challenge.js'
import type { NoPrincipal } from './security.js'

/**
 * The principal that a security handler returned.
 *
 * @throws {ContractError} if there is none: a handler that forgets to return refuses.
 */
export function requirePrincipal<Principal>(
  principal: Principal | NoPrincipal,
  scheme: SecurityScheme,
): Principal {
  if (principal === undefined || principal === null || principal === false) throw refused(scheme)
  return principal
}

function refused(scheme: SecurityScheme): ContractError {
  const challenged = challengeOf(scheme)
  if (challenged === undefined) return new ContractError(errors.certificateRequired)
  return refusal(errors.invalidCredentials, challenged)
}

/** The challenge of a scheme; HTTP has none for client certificates. */
function challengeOf({ name, type, scheme, in: place, parameter }: SecurityScheme) {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey') {
    return challenge('ApiKey', { ...REALM, in: String(place), name: String(parameter) })
  }
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  if (isBearer) return challenge('Bearer', { ...REALM, error: 'invalid_token' })
  return challenge(scheme ?? name, REALM)
}

/**
 * Refuses a principal that lacks a scope that the operation requires.
 *
 * @throws {ContractError} 403, with the challenge of RFC 6750, section 3.1, if the scheme has one.
 */
export function checkScopes(
  principal: unknown,
  context: readonly string[],
  { type, scheme }: SecurityScheme,
): void {
  const granted = grantedTo(principal)
  if (context.every((scope) => granted.has(scope))) return
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  const parameters = { ...REALM, error: 'insufficient_scope', scope: context.join(' ') }
  if (isBearer) throw refusal(errors.insufficientScope, challenge('Bearer', parameters))
  throw new ContractError(errors.insufficientScope)
}

function grantedTo(principal: unknown): Set<unknown> {
  const { scopes, scope } = principal as { scopes?: unknown; scope?: unknown }
  if (Array.isArray(scopes)) return new Set(scopes)
  if (scopes instanceof Set) return scopes
  return new Set(typeof scope === 'string' ? scope.split(' ') : [])
}
