import type { FastifyBaseLogger } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import { describeViolations, violationsAt } from '../errors/violations.js'
import type { Explain } from '../loading/explainer.js'
import { ResponseError } from './response-error.js'
import type { UnnamedMembers } from './unnamed-members.js'

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
  readonly unnamed?: UnnamedMembers | undefined
  /** Rules that the response breaks, and is sent all the same. */
  readonly broken: BrokenRule[]
}

/** A rule that a response breaks; one that takes an explanation is printed when it is reported. */
export type BrokenRule = string | (() => Promise<string>)

/** A response breaks a rule that takes an explanation. */
class Unexplained extends ResponseError {
  readonly print: () => Promise<string>

  constructor(operation: OperationContract, print: () => Promise<string>) {
    super(operation, 'breaks the contract')
    this.print = print
  }
}

/** Treats a response that breaks a rule as the mode says. */
export function report(sending: Sending, rule: BrokenRule): void {
  const { checks, operation, broken } = sending
  if (checks === 'log') broken.push(rule)
  if (checks !== 'throw') return
  throw typeof rule === 'string'
    ? new ResponseError(operation, rule)
    : new Unexplained(operation, rule)
}

/**
 * Prepares what is sent, and explains what breaks the contract in it.
 *
 * @throws {ResponseError} for what is not sent.
 */
export async function explained<T>(sending: Sending, prepare: () => T): Promise<T> {
  try {
    return prepare()
  } catch (error) {
    if (!(error instanceof Unexplained)) throw error
    throw new ResponseError(sending.operation, await error.print())
  } finally {
    if (sending.broken.length > 0) await logBroken(sending)
  }
}

async function logBroken({ operation, broken, log }: Sending): Promise<void> {
  for (const rule of broken) {
    const error = new ResponseError(operation, typeof rule === 'string' ? rule : await rule())
    log.error({ err: error }, 'response breaks the contract')
  }
}

/** A rule that a response of a status breaks. */
export function ruleOf(status: number, rule: string): string {
  return `returned status ${status}, but ${rule}`
}

/** The rule that a refused value breaks, with all violations of its schema. */
export function refusalOf(
  { explain }: Sending,
  status: number,
  place: string,
  schema: string,
  value: unknown,
  start = '',
): BrokenRule {
  return async () => {
    const violations = violationsAt(place, await explain(schema, value))
    return ruleOf(status, `${start}${describeViolations(violations)}`)
  }
}
