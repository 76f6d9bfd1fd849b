import { type ErrorBody, errors, statusOf } from './table.js'
import type { Violation } from './violations.js'

/** Details of an error beyond its row of the table. */
export interface ContractErrorOptions extends ErrorOptions {
  /** Follows the row's message; shown to the client. */
  readonly detail?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The rules that the request breaks. */
  readonly violations?: readonly Violation[]
}

/** Thrown by a security handler or a hook to answer a request with a row of an error table. */
export class ContractError extends Error {
  readonly body: ErrorBody
  /** The name that Fastify reads. */
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly violations: readonly Violation[]

  constructor(row: ErrorBody, options: ContractErrorOptions = {}) {
    const { detail } = options
    const start = row.message.replace(/\.$/, '')
    const message = detail === undefined ? row.message : `${start}: ${detail}`
    super(message, options)
    this.name = 'ContractError'
    this.body = { error: row.error, message }
    this.statusCode = statusOf(row)
    this.headers = options.headers ?? {}
    this.violations = options.violations ?? []
  }
}

/** In seconds (RFC 9110, section 10.2.3). */
const RETRY_AFTER = '1'

/** 503 for a shortage that passes. */
export function unavailable(cause?: unknown): ContractError {
  const headers = { 'retry-after': RETRY_AFTER }
  return new ContractError(errors.unavailable, { headers, ...(cause !== undefined && { cause }) })
}
