import { type ErrorBody, statusOf } from './table.js'
import type { Violation } from './violations.js'

/** What an error tells beyond its row of the table. */
export interface ContractErrorOptions extends ErrorOptions {
  /** Follows the row's message; shown to the client. */
  readonly detail?: string
  /** Response headers, such as a challenge. */
  readonly headers?: Readonly<Record<string, string>>
  /** What the request breaks, rule by rule. */
  readonly violations?: readonly Violation[]
}

/** Thrown to answer a request with a row of an error table, from a security handler or a hook. */
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
