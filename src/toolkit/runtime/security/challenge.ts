import { ContractError } from '../errors/contract-error.js'
import { type ErrorBody, errors } from '../errors/table.js'

/** A challenge (RFC 9110, section 11.6.1): an authentication scheme and its parameters. */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const printed = Object.entries(parameters).map(([name, value]) => `${name}="${quoted(value)}"`)
  return `${scheme} ${printed.join(', ')}`
}

/** Content of a quoted-string (RFC 9110, section 5.6.4). */
function quoted(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')
}

/** The realm that challenges name (RFC 9110, section 11.5). */
export const REALM = { realm: 'api' }

export function refusal(
  row: ErrorBody,
  authenticate: string,
  options: ErrorOptions = {},
): ContractError {
  return new ContractError(row, { ...options, headers: { 'www-authenticate': authenticate } })
}

/** The refusal of a request with more than one credential. */
export function ambiguous(authenticate: string): ContractError {
  return refusal(errors.ambiguousCredentials, authenticate)
}
