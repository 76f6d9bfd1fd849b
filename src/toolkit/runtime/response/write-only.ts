import { accepts } from '../../validation/accepts.js'
import type { CompiledSchema } from '../contract/contract.js'
import type { Conversions } from '../conversions/conversions.js'
import { withoutLeftOut } from '../conversions/left-out-members.js'
import { describeViolations } from '../errors/violations.js'
import { discard } from './discard.js'
import { type ResponseContext, ruleOf } from './response-context.js'

/** Most members in a log entry. */
const MOST = 100

interface CheckedSchema extends CompiledSchema {
  readonly conversions?: Conversions
}

/**
 * A value without its write-only members, which are never sent. They are logged. If responses are
 * checked, a value that has some is refused as a whole.
 *
 * @param place - Place in the response.
 * @param seen - The value for its schema.
 */
export function withoutWriteOnly(
  context: ResponseContext,
  status: number,
  value: unknown,
  { conversions, validate }: CheckedSchema,
  place: string,
  seen = value,
): unknown {
  // A valid value has none, even if a branch that does not apply names such a member.
  if (context.checks === 'throw' || conversions === undefined || accepts(validate, seen))
    return value
  const kept = withoutLeftOut(value, conversions)
  if (kept.leftOut.size === 0) return value
  const omitted = [...kept.leftOut.keys()].slice(0, MOST).map((pointer) => {
    return { place, pointer, keyword: 'writeOnly', message: 'is write-only and left out' }
  })
  context.broken.push(ruleOf(status, describeViolations(omitted)))
  discard({ leftOut: [...kept.leftOut.values()] })
  return kept.value
}
