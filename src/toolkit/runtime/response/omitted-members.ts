import { withoutLeftOut } from '../../validation/conversions/left-out-members.js'
import { accepts } from '../../validation/validator.js'
import type { ValidatedSchema } from '../contract/contract.js'
import type { SentSchema } from '../contract/media.js'
import { describeViolations, shortened } from '../errors/violations.js'
import type { PrintValue } from '../json/serializer.js'
import { stringify } from '../json/stringify.js'
import {
  brokenSchema,
  logBroken,
  type ResponseContext,
  report,
  ruleOf,
} from './response-context.js'
import { MOST_LOGGED, type UnnamedMember, withNamed } from './unnamed-members.js'

export interface SentValue {
  readonly value: unknown
  readonly place: string
  readonly isValid: boolean
}

/** Prints a value without its unnamed members. */
export function printNamed(context: ResponseContext, sent: SentValue, media: SentSchema): string {
  const { unnamed } = context
  const { value, isValid } = sent
  const print = media.serialize as PrintValue
  // An invalid value is printed as it is.
  if (unnamed === undefined) return isValid ? print(value) : stringify(value)
  const text = unnamed.print(print, value, !isValid)
  if (unnamed.isNew || (unnamed.isAny && media.recheck)) withoutUnnamed(context, sent, media)
  return text
}

/** The value without unnamed members, which are logged once; the rest has to be valid. */
export function withoutUnnamed(
  context: ResponseContext,
  { value, place, isValid }: SentValue,
  { serialize, schema, validate, recheck = false }: SentSchema,
): unknown {
  const { unnamed, operation, status, log } = context
  if (unnamed === undefined) return value
  const omitted: UnnamedMember[] = []
  const kept = withNamed(serialize as PrintValue, value, (each) => omitted.push(each))
  if (omitted.length > 0 && isValid && recheck && !accepts(validate, kept)) {
    const start = 'without the members that the contract does not name '
    report(context, brokenSchema(context, place, schema, kept, start))
  }
  const members = omitted.flatMap(({ pointer, ...each }) =>
    unnamed.isFirst(each) ? shortened(`${place}${pointer}`) : [],
  )
  if (members.length > 0) log.warn({ operation: operation.operationId, status, members }, OMITTED)
  return kept
}

const OMITTED =
  "members that the contract does not name are left out of responses; name them in the schema, do not return them, or serve with unnamedMembers: 'send'"

/**
 * A value without its write-only members, which are logged. If responses are checked, a value that
 * has some is refused as a whole.
 */
export function withoutWriteOnly(
  context: ResponseContext,
  value: unknown,
  { conversions, validate }: ValidatedSchema,
  place: string,
): unknown {
  // A valid value has none, even if a branch that does not apply names such a member.
  if (context.checks === 'throw' || conversions === undefined || accepts(validate, value))
    return value
  const kept = withoutLeftOut(value, conversions)
  if (kept.leftOut.length === 0) return value
  const omitted = kept.leftOut.slice(0, MOST_LOGGED).map((pointer) => {
    return { place, pointer, keyword: 'writeOnly', message: 'is write-only and left out' }
  })
  logBroken(context, ruleOf(context, describeViolations(omitted)))
  return kept.value
}
