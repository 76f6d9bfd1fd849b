import type { SecurityScheme } from '../../openapi/security.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { challenge, REALM, refusal } from './challenge.js'

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
