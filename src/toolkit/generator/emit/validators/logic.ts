import { refuseIf, type Statement } from './statements.js'

/** A test of a value in code: what holds where it passes, and where it fails. */
export interface Condition {
  readonly pass: string
  readonly fail: string
  /** Both are several expressions in parentheses. */
  readonly isJoined?: boolean
}

export function calls(call: string): Condition {
  return { pass: call, fail: `!${call}` }
}

export function both(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (conditions.length === 1) return only as Condition
  return {
    pass: `(${conditions.map((each) => each.pass).join(' && ')})`,
    fail: `(${conditions.map((each) => each.fail).join(' || ')})`,
    isJoined: true,
  }
}

export function either(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (conditions.length === 1) return only as Condition
  return {
    pass: `(${conditions.map((each) => each.pass).join(' || ')})`,
    fail: `(${conditions.map((each) => each.fail).join(' && ')})`,
    isJoined: true,
  }
}

/** The refusal of what does not keep a condition. */
export function refuseUnless({ fail, isJoined }: Condition): Statement {
  return refuseIf(isJoined ? fail.slice(1, -1) : fail)
}
