import type { FastifyBaseLogger } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import { describeViolations, violationsAt } from '../errors/violations.js'
import type { Explain } from '../loading/explainer.js'
import { ResponseError } from './response-error.js'
import type { UnnamedMembers } from './unnamed-members.js'

/** Invalid responses are sent (`off`), sent and logged (`log`), or become a 500 (`throw`). */
export type ResponseChecks = 'off' | 'log' | 'throw'

/** Context of a response. */
export interface ResponseContext {
  readonly operation: OperationContract
  readonly checks: ResponseChecks
  readonly explain: Explain
  readonly log: FastifyBaseLogger
  /** Leaves out members that the contract does not name; `undefined` keeps them. */
  readonly unnamed?: UnnamedMembers | undefined
  /** Rules that the response breaks although it is sent. */
  readonly broken: BrokenRule[]
}

/** A rule that a response breaks. An explanation is only made when it is reported. */
export type BrokenRule = string | (() => Promise<string>)

/** A response breaks a rule that has to be explained. */
class Unexplained extends ResponseError {
  readonly print: () => Promise<string>

  constructor(operation: OperationContract, print: () => Promise<string>) {
    super(operation, 'breaks the contract')
    this.print = print
  }
}

/** Treats a response that breaks a rule by the mode of the checks. */
export function report(context: ResponseContext, rule: BrokenRule): void {
  const { checks, operation, broken } = context
  if (checks === 'log') broken.push(rule)
  if (checks !== 'throw') return
  throw typeof rule === 'string'
    ? new ResponseError(operation, rule)
    : new Unexplained(operation, rule)
}

/**
 * Prepares a response, and explains what breaks the contract in it.
 *
 * @throws {ResponseError} if it is not sent.
 */
export async function explained<T>(context: ResponseContext, prepare: () => T): Promise<T> {
  try {
    return prepare()
  } catch (error) {
    if (!(error instanceof Unexplained)) throw error
    throw new ResponseError(context.operation, await error.print())
  } finally {
    if (context.broken.length > 0) await logBroken(context)
  }
}

async function logBroken({ operation, broken, log }: ResponseContext): Promise<void> {
  for (const rule of broken) {
    const error = new ResponseError(operation, typeof rule === 'string' ? rule : await rule())
    log.error({ err: error }, 'response breaks the contract')
  }
}

/** A rule that a response of a status breaks. */
export function ruleOf(status: number, rule: string): string {
  return `returned status ${status}, but ${rule}`
}

/** The rule that a refused value breaks, with all violations. */
export function refusalOf(
  { explain }: ResponseContext,
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
