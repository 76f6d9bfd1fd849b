/** How deep a document may nest. */
const MAX_DEPTH = 256
export const TOO_DEEP = {
  message: `it nests deeper than ${MAX_DEPTH} levels`,
  advice: 'nest less, or refer with `$ref`',
}

/** How much of the way to what is too deep is told. */
const TOLD = 8

/** How many values a document may be through its aliases; then, how many times what is written. */
const MANY = 250_000
const TIMES = 10

/** A document that no JSON text could be, or none that could be worked with. */
export class ValueError extends Error {
  /** The keys and indexes that lead to the place. */
  readonly path: readonly string[]
  readonly advice: string

  constructor(path: readonly string[], message: string, advice: string) {
    super(message)
    this.path = path
    this.advice = advice
  }
}

/**
 * Refuses what JSON cannot hold.
 *
 * @param hasAliases - Whether one value may stand in several places, or in itself.
 * @throws {ValueError} at the first place.
 */
export function checkValue(value: unknown, hasAliases = false): void {
  if (hasAliases) new AliasMeter().check(value)
  const found = faultIn(value, 0)
  if (found === undefined) return
  const { path, message, advice } = found
  const told = path.reverse().slice(0, message === TOO_DEEP.message ? TOLD : path.length)
  throw new ValueError(told, message, advice)
}

interface ValueFault {
  /** The last key comes first. */
  readonly path: string[]
  readonly message: string
  readonly advice: string
}

function faultIn(value: unknown, depth: number): ValueFault | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return {
      path: [],
      message: `${value} is no JSON number`,
      advice: 'write a number, or a string',
    }
  }
  if (value === null || typeof value !== 'object') return undefined
  if (depth > MAX_DEPTH) return { path: [], ...TOO_DEEP }
  let index = 0
  for (const child of Object.values(value)) {
    const found = faultIn(child, depth + 1)
    if (found !== undefined) {
      found.path.push(Object.keys(value)[index] as string)
      return found
    }
    index++
  }
  return undefined
}

/** Measures values that stand in several places once each. */
class AliasMeter {
  /** How many values each is; `undefined` while that is being found out. */
  readonly #sizes = new Map<object, number | undefined>()
  readonly #path: string[] = []
  #written = 0

  check(value: unknown): void {
    const size = this.#sizeOf(value)
    if (size <= MANY || size <= TIMES * this.#written) return
    const message = `its aliases stand for more than ${MANY} values, ${TIMES} times what is written`
    throw new ValueError([], message, 'refer with `$ref` instead')
  }

  #sizeOf(value: unknown): number {
    this.#written++
    if (value === null || typeof value !== 'object') return 1
    if (this.#sizes.has(value)) return this.#sizes.get(value) ?? this.#refuse()
    this.#sizes.set(value, undefined)
    let size = 1
    for (const [key, child] of Object.entries(value)) {
      this.#path.push(key)
      size += this.#sizeOf(child)
      this.#path.pop()
    }
    this.#sizes.set(value, size)
    return size
  }

  #refuse(): never {
    throw new ValueError(this.#path, 'the anchor contains itself', 'refer with `$ref` instead')
  }
}
