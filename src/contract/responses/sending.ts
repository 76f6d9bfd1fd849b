import type { FastifyBaseLogger } from 'fastify'
import type { OperationContract } from '../contract.js'
import type { Explain } from '../validation/explain.js'
import { ResponseError } from './response-error.js'

/**
 * What happens to a response that breaks the contract: it is not held against it (`off`), it is sent
 * and logged (`log`), or it becomes a 500 (`throw`).
 */
export type ResponseChecks = 'off' | 'log' | 'throw'

/** What a response is sent with. */
export interface Sending {
  readonly operation: OperationContract
  readonly checks: ResponseChecks
  readonly explain: Explain
  readonly log: FastifyBaseLogger
}

/** Does with a response that breaks a rule what the mode says. */
export function report({ operation, checks, log }: Sending, rule: string): void {
  if (checks === 'off') return
  const error = new ResponseError(operation, rule)
  if (checks === 'throw') throw error
  log.error({ err: error }, 'response breaks the contract')
}

/** A rule that a response of a status breaks. */
export function ruleOf(status: number, rule: string): string {
  return `returned status ${status}, but ${rule}`
}
