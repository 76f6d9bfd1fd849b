import type { FastifyBaseLogger } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import { ResponseError, UnexplainedError } from '../errors/response-error.js'
import { describeViolations, type Explain, violationsAt } from '../errors/violations.js'
import type { UnnamedMembers } from './unnamed-members.js'

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

/** Treats a response that breaks a rule by the mode of the checks. */
export function report(context: ResponseSettings, rule: BrokenRule): void {
  const { checks, operation, broken } = context
  if (checks === 'log') broken.push(rule)
  if (checks !== 'throw') return
  throw typeof rule === 'string'
    ? new ResponseError(operation, rule)
    : new UnexplainedError(operation, rule)
}

/** Logs the rules that a response breaks although it is sent, once. */
export function logBroken({ operation, broken, log }: ResponseSettings): void {
  if (broken.length === 0) return
  for (const rule of broken.splice(0)) {
    const explained = typeof rule === 'string' ? Promise.resolve(rule) : rule()
    const failed = (err: unknown) => log.error({ err }, BROKEN)
    explained.then((text) => failed(new ResponseError(operation, text)), failed)
  }
}

const BROKEN = 'response breaks the contract'

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
