import type { Problem } from '../diagnostics/problems.js'

const MAX_DEPTH = 256
export const TOO_DEEP: Problem = {
  message: `it nests deeper than ${MAX_DEPTH} levels`,
  advice: 'nest less, or refer with `$ref`',
}

/** Number of keys in the pointer to a value that is too deep. */
const MAX_POINTER_LENGTH = 8

/** Number of values that aliases may repeat; beyond it, their multiple of the written values. */
const MAX_VALUES = 250_000
const MAX_MULTIPLE = 10

/** A value that JSON cannot hold, or that is too large to work with. */
export class ValueError extends Error {
  /** Keys and indexes from the root to the value. */
  readonly path: readonly string[]
  readonly advice: string

  constructor(path: readonly string[], { message, advice }: Problem) {
    super(message)
    this.path = path
    this.advice = advice
  }
}

/**
 * Rejects values that JSON cannot hold.
 *
 * @param hasAliases - True if one value may occur in several places, or in itself.
 * @throws {ValueError} for the first of them.
 */
export function checkValue(value: unknown, hasAliases = false): void {
  if (hasAliases) checkAliases(value)
  const path: string[] = []
  const problem = findProblem(value, path)
  if (problem === undefined) return
  throw new ValueError(problem === TOO_DEEP ? path.slice(0, MAX_POINTER_LENGTH) : path, problem)
}

/** The first problem; `path` then leads to it. */
function findProblem(value: unknown, path: string[], depth = 0): Problem | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { message: `${value} is no JSON number`, advice: 'write a number, or a string' }
  }
  if (value === null || typeof value !== 'object') return undefined
  if (depth > MAX_DEPTH) return TOO_DEEP
  for (const [index, child] of Object.values(value).entries()) {
    const problem = findProblem(child, path, depth + 1)
    if (problem === undefined) continue
    path.unshift(Object.keys(value)[index] as string)
    return problem
  }
  return undefined
}

/** Refuses a document that is too many values once its aliases are replaced. */
function checkAliases(value: unknown): void {
  /** Number of values inside each object; `undefined` while it is counted. */
  const sizes = new Map<object, number | undefined>()
  const path: string[] = []
  const advice = 'refer with `$ref` instead'
  let written = 0
  const sizeOf = (each: unknown): number => {
    written++
    if (each === null || typeof each !== 'object') return 1
    const known = sizes.get(each)
    if (known !== undefined) return known
    if (sizes.has(each))
      throw new ValueError(path, { message: 'the anchor contains itself', advice })
    sizes.set(each, undefined)
    let size = 1
    for (const [key, child] of Object.entries(each)) {
      path.push(key)
      size += sizeOf(child)
      path.pop()
    }
    sizes.set(each, size)
    return size
  }
  const size = sizeOf(value)
  if (size <= MAX_VALUES || size <= MAX_MULTIPLE * written) return
  const message = `its aliases expand to more than ${MAX_VALUES} values, ${MAX_MULTIPLE} times the written ones`
  throw new ValueError([], { message, advice })
}
