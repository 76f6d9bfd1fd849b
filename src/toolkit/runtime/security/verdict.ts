import type { SecurityScheme } from '../../openapi/security.js'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { challenge, REALM, refusal } from './challenge.js'
import type { Nobody } from './security.js'

/**
 * The principal that a security handler returned.
 *
 * @throws {ContractError} when it is none: a handler that forgets to return refuses.
 */
export function accepted<Principal>(
  principal: Principal | Nobody,
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

/** What a scheme's credential is asked for with; HTTP has nothing for client certificates. */
function challengeOf({ name, type, scheme, in: place, parameter }: SecurityScheme) {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey') {
    return challenge('ApiKey', { ...REALM, in: String(place), name: String(parameter) })
  }
  const isBearer = type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer'
  if (isBearer) return challenge('Bearer', { ...REALM, error: 'invalid_token' })
  return challenge(scheme ?? name, REALM)
}
