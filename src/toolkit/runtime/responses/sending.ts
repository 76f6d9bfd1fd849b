import type { FastifyBaseLogger } from 'fastify'
import type { Explain } from '../../validation/explain.js'
import type { OperationContract } from '../contract.js'
import { ResponseError } from './response-error.js'
import type { Unnamed } from './unnamed.js'

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
  /** Leaves out what the contract does not name; none: that is sent too. */
  readonly unnamed?: Unnamed | undefined
  /** The rules that have been logged: what is sent may have to be made again. */
  told?: Set<string> | undefined
}

/** Does with a response that breaks a rule what the mode says. */
export function report(sending: Sending, rule: string): void {
  if (sending.checks === 'throw') throw new ResponseError(sending.operation, rule)
  if (sending.checks === 'log') tell(sending, rule)
}

/** Logs that a response breaks a rule, once. */
export function tell(sending: Sending, rule: string): void {
  const { operation, log } = sending
  sending.told ??= new Set()
  if (sending.told.has(rule)) return
  sending.told.add(rule)
  const error = new ResponseError(operation, rule)
  log.error({ err: error }, 'response breaks the contract')
}

/** A rule that a response of a status breaks. */
export function ruleOf(status: number, rule: string): string {
  return `returned status ${status}, but ${rule}`
}
