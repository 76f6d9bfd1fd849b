import type { ValidationError } from '../../validation/validator.js'

/** One rule of the contract that a request breaks: never the client's own input. */
export interface Violation {
  /** `body`, or a parameter: `path.id`, `query.limit`, `header.x-id`, `cookie.sid`. */
  readonly place: string
  /** JSON pointer inside of that. */
  readonly pointer: string
  /** What is broken: a keyword of JSON Schema, or what the runtime itself asks for. */
  readonly keyword: string
  /** Goes on from the place: `must be string`. */
  readonly message: string
}

/** Explains a refused value: files may have to be loaded first. */
export type Explanation = () => Promise<readonly Violation[]>

/** A violation, or what explains some. */
export type ViolationSource = Violation | Explanation

/** All violations, in their order. */
export async function explainAll(findings: readonly ViolationSource[]): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const each of findings) {
    if (typeof each === 'function') violations.push(...(await each()))
    else violations.push(each)
  }
  return violations
}

/** Violations of the schema of one place. */
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
  const told = violations.map(
    ({ place, pointer, message }) => `${place}${shortened(pointer)} ${message}`,
  )
  return `${told.join('; ')}.`
}

/** How much of a place is told: the names of members are the client's, and as long as it likes. */
const LONGEST = 200

export function shortened(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST).toWellFormed()}…`
}
