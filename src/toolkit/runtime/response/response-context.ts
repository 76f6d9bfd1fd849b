import type { FastifyBaseLogger } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import { describeViolations, type Explain, violationsAt } from '../errors/violations.js'
import type { UnnamedMembers } from './unnamed-members.js'

/** A handler broke its own contract: the client gets 500, and the log names the rule. */
export class ResponseError extends Error {
  constructor(operation: OperationContract, rule: string, options?: ErrorOptions) {
    super(`${operation.operationId} ${rule}`, options)
    this.name = 'ResponseError'
  }
}

/** Invalid responses are sent (`off`), sent and logged (`log`), or become a 500 (`throw`). */
export type ResponseChecks = 'off' | 'log' | 'throw'

export interface ResponseSettings {
  readonly operation: OperationContract
  readonly checks: ResponseChecks
  readonly explain: Explain
  readonly log: FastifyBaseLogger
  /** Omits members that the contract does not name; `undefined` keeps them. */
  readonly unnamed?: UnnamedMembers | undefined
  /** Rules that the response breaks although it is sent. */
  readonly broken: BrokenRule[]
}

export interface ResponseContext extends ResponseSettings {
  readonly status: number
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
export function report(context: ResponseSettings, rule: BrokenRule): void {
  const { checks, operation, broken } = context
  if (checks === 'log') broken.push(rule)
  if (checks !== 'throw') return
  throw typeof rule === 'string'
    ? new ResponseError(operation, rule)
    : new Unexplained(operation, rule)
}

/** Prepares a response, and explains what breaks the contract in it. @throws {ResponseError} */
export async function explained<T>(context: ResponseSettings, prepare: () => T): Promise<T> {
  let prepared: T
  try {
    prepared = prepare()
  } catch (error) {
    await logBroken(context)
    if (!(error instanceof Unexplained)) throw error
    throw new ResponseError(context.operation, await error.print())
  }
  await logBroken(context)
  return prepared
}

async function logBroken({ operation, broken, log }: ResponseSettings): Promise<void> {
  for (const rule of broken) {
    const error = new ResponseError(operation, typeof rule === 'string' ? rule : await rule())
    log.error({ err: error }, 'response breaks the contract')
  }
}

export function ruleOf({ status }: ResponseContext, rule: string): string {
  return `returned status ${status}, but ${rule}`
}

export function unsendable(context: ResponseContext, rule: string, cause?: unknown): ResponseError {
  return new ResponseError(context.operation, ruleOf(context, rule), { cause })
}

/** The rule that an invalid value breaks, with all violations. */
export function brokenSchema(
  context: ResponseContext,
  place: string,
  schema: string,
  value: unknown,
  start = '',
): BrokenRule {
  return async () => {
    const violations = violationsAt(place, await context.explain(schema, value))
    return ruleOf(context, `${start}${describeViolations(violations)}`)
  }
}
