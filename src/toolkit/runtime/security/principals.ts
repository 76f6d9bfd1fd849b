import type { SecurityScheme } from '../../openapi/security.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { challenge, REALM, refusal } from './credentials.js'
import type { NoPrincipal } from './security.js'

/** The returned principal. @throws {ContractError} if a handler has not returned one. */
export function requirePrincipal<Principal>(
  principal: Principal | NoPrincipal,
  scheme: SecurityScheme,
): Principal {
  if (principal !== undefined && principal !== null && principal !== false) return principal
  const challenged = challengeOf(scheme)
  if (challenged === undefined) throw new ContractError(errors.certificateRequired)
  throw refusal(errors.invalidCredentials, challenged)
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

/** @throws {ContractError} 403 if a scope is missing (RFC 6750, section 3.1, has a challenge). */
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
  throw new ContractError(errors.insufficientScope)
}

function grantedTo(principal: unknown): Set<unknown> {
  const { scopes, scope } = principal as { scopes?: unknown; scope?: unknown }
  if (Array.isArray(scopes)) return new Set(scopes)
  if (scopes instanceof Set) return scopes
  return new Set(typeof scope === 'string' ? scope.split(' ') : [])
}
