import type { Validator } from './validator.js'

/** Number of calls before verdicts are cached; ordinary values need fewer. */
const PATIENCE = 1_000

let verdicts: Map<Validator, Map<object, boolean>> | undefined
let calls = 0

/**
 * The verdict on a value by a schema that is reached on several branches. Each branch would check
 * again, and the time could double with every level: after some calls, verdicts are cached by
 * object.
 */
export function memoizeVerdict(check: Validator, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return check(value)
  if (verdicts !== undefined) return ++calls < PATIENCE ? check(value) : remembered(check, value)
  verdicts = new Map()
  calls = 0
  try {
    return check(value)
  } finally {
    verdicts = undefined
  }
}

function remembered(check: Validator, value: object): boolean {
  const known = verdicts?.get(check) ?? new Map<object, boolean>()
  verdicts?.set(check, known)
  let verdict = known.get(value)
  if (verdict === undefined) {
    verdict = check(value)
    known.set(value, verdict)
  }
  return verdict
}
