import type { ValidationError } from '../../validation/validator.js'

/** One rule of the contract that a request breaks. Never contains the client's own input. */
export interface Violation {
  /** `body`, or a parameter: `path.id`, `query.limit`, `header.x-id`, `cookie.sid`. */
  readonly place: string
  /** JSON pointer inside of the place. */
  readonly pointer: string
  /** A keyword of JSON Schema, or a rule of the runtime. */
  readonly keyword: string
  /** Continues after the place: `must be string`. */
  readonly message: string
}

/** Explains a refused value. Files may have to be loaded first. */
export type Explanation = () => Promise<readonly Violation[]>

/** A violation, or an explanation that gives some. */
export type ViolationSource = Violation | Explanation

/** All violations, in order. */
export async function explainAll(
  violationSources: readonly ViolationSource[],
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const each of violationSources) {
    if (typeof each === 'function') violations.push(...(await each()))
    else violations.push(each)
  }
  return violations
}

/** Violations of a schema at a place. */
export function violationsAt(
  place: string,
  errors: readonly Partial<ValidationError>[],
): Violation[] {
  return errors.map(({ instancePath = '', keyword = 'schema', message = 'is not valid' }) => {
    return { place, pointer: instancePath, keyword, message }
  })
}

/** One sentence for all of them: `body/id must be int64; query.limit is required.` */
export function describeViolations(violations: readonly Violation[]): string {
  const printed = violations.map(
    ({ place, pointer, message }) => `${place}${shortened(pointer)} ${message}`,
  )
  return `${printed.join('; ')}.`
}

/** Longest path in a message: clients choose the names of members. */
const LONGEST = 200

export function shortened(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST).toWellFormed()}…`
}
