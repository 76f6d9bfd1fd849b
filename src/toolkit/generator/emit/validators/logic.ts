import { type Code, code, joined } from '../../print/code.js'
import { refuseIf, type Statement } from './statements.js'

/** A test of a value in generated code, and its negation. */
export interface Condition {
  readonly pass: Code
  readonly fail: Code
  /** The same without parentheses, where several expressions are joined. */
  readonly bare?: Pick<Condition, 'pass' | 'fail'>
}

export function calls(call: Code): Condition {
  return { pass: call, fail: code`!${call}` }
}

export function both(conditions: readonly Condition[]): Condition {
  return combined(conditions, ' && ', ' || ')
}

export function either(conditions: readonly Condition[]): Condition {
  return combined(conditions, ' || ', ' && ')
}

function combined(conditions: readonly Condition[], passes: string, fails: string): Condition {
  const [only] = conditions
  if (conditions.length === 1) return only as Condition
  const pass = joined(
    conditions.map((each) => each.pass),
    passes,
  )
  const fail = joined(
    conditions.map((each) => each.fail),
    fails,
  )
  return { pass: code`(${pass})`, fail: code`(${fail})`, bare: { pass, fail } }
}

/** The refusal of values that fail a condition. */
export function refuseUnless({ fail, bare }: Condition): Statement {
  return refuseIf(bare?.fail ?? fail)
}
