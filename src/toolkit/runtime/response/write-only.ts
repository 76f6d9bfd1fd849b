import { accepts } from '../../validation/accepts.js'
import type { CompiledSchema } from '../contract/contract.js'
import type { Conversions } from '../conversions/conversions.js'
import { withoutLeftOut } from '../conversions/left-out.js'
import { describeViolations } from '../errors/violations.js'
import { discard } from './discard.js'
import { ruleOf, type Sending } from './sending.js'

/** How many members are told. */
const MOST = 100

/** What a value is held against. */
interface CheckedSchema extends CompiledSchema {
  readonly conversions?: Conversions
}

/**
 * A value without its write-only members: whatever else may break the contract, these never leave. What
 * is left out is logged. Where responses are checked a value that has some is refused as a whole.
 *
 * @param place - Where it is in the response.
 * @param seen - What the schema sees of it.
 */
export function withoutWriteOnly(
  sending: Sending,
  status: number,
  value: unknown,
  { conversions, validate }: CheckedSchema,
  place: string,
  seen = value,
): unknown {
  // What the schema accepts has none, even where a branch that it is not of names such a member.
  if (sending.checks === 'throw' || conversions === undefined || accepts(validate, seen))
    return value
  const kept = withoutLeftOut(value, conversions)
  if (kept.leftOut.size === 0) return value
  const told = [...kept.leftOut.keys()].slice(0, MOST).map((pointer) => {
    return { place, pointer, keyword: 'writeOnly', message: 'is write-only and left out' }
  })
  sending.broken.push(ruleOf(status, describeViolations(told)))
  discard({ leftOut: [...kept.leftOut.values()] })
  return kept.value
}
