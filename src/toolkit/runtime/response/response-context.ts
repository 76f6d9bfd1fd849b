import type { FastifyBaseLogger } from 'fastify'
import { encoded, hasCodecs } from '../../validation/conversions/encoded-values.js'
import { CodecFailure, unencodable } from '../../validation/conversions/scalars.js'
import { accepts } from '../../validation/validator.js'
import type { OperationContract, ValidatedSchema } from '../contract/contract.js'
import { ResponseError } from '../errors/response-error.js'
import { describeViolations, type Explain, violationsAt } from '../errors/violations.js'
import type { UnnamedMembers } from './unnamed-members.js'

/** Invalid responses are sent (`off`), sent and logged (`log`), or become a 500 (`throw`). */
export type ResponseChecks = 'off' | 'log' | 'throw'

export interface ResponseContext {
  readonly operation: OperationContract
  readonly checks: ResponseChecks
  readonly explain: Explain
  readonly status: number
  readonly log: FastifyBaseLogger
  /** Omits members that the contract does not name; `undefined` keeps them. */
  readonly unnamed?: UnnamedMembers | undefined
}

/** Treats a response that breaks a rule by the mode of the checks. */
export function report(context: ResponseContext, rule: string): void {
  const { checks, operation } = context
  if (checks === 'log') logBroken(context, rule)
  if (checks === 'throw') throw new ResponseError(operation, rule)
}

/** Logs a rule that a response breaks although it is sent. */
export function logBroken({ operation, log }: ResponseContext, rule: string): void {
  log.error({ err: new ResponseError(operation, rule) }, 'response breaks the contract')
}

export function ruleOf({ status }: ResponseContext, rule: string): string {
  return `returned status ${status}, but ${rule}`
}

export function unsendable(context: ResponseContext, rule: string, cause?: unknown): ResponseError {
  return new ResponseError(context.operation, ruleOf(context, rule), { cause })
}

/** A value with the strings of its typed formats. @throws {ResponseError} if one has none. */
export function texts(
  context: ResponseContext,
  value: unknown,
  { conversions }: Pick<ValidatedSchema, 'conversions'>,
  place: string,
): unknown {
  if (conversions === undefined || !hasCodecs(conversions)) return value
  try {
    return encoded(value, [conversions])
  } catch (error) {
    const failure = error instanceof CodecFailure ? error : unencodable(error)
    const { pointer, message, cause } = failure
    throw unsendable(context, `${place}${pointer} ${message}`, cause)
  }
}

export function brokenSchema(
  context: ResponseContext,
  place: string,
  schema: string,
  value: unknown,
  start = '',
): string {
  const violations = violationsAt(place, context.explain(schema, value))
  return ruleOf(context, `${start}${describeViolations(violations)}`)
}

/** True if a value has been checked and is valid; reports one that is not. */
export function isChecked(
  context: ResponseContext,
  place: string,
  { schema, validate }: Partial<ValidatedSchema>,
  value: unknown,
): boolean {
  if (context.checks === 'off') return false
  if (schema === undefined || validate === undefined || accepts(validate, value)) return true
  report(context, brokenSchema(context, place, schema, value))
  return false
}
