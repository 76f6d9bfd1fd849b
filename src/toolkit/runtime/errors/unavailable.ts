import { ContractError } from './contract-error.js'
import { errors } from './table.js'

/** In seconds (RFC 9110, section 10.2.3). */
const RETRY_AFTER = '1'

/** 503 for a shortage that passes. */
export function unavailable(cause?: unknown): ContractError {
  const headers = { 'retry-after': RETRY_AFTER }
  return new ContractError(errors.unavailable, { headers, ...(cause !== undefined && { cause }) })
}
