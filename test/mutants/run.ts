import { randomFrom, shuffled } from '#toolkit/samples/draw.js'
import { Copy } from './copy.js'
import type { Mutant } from './mutants.js'
import { inOrder } from './order.js'
import { testFiles } from './reach.js'

/** The fate of a mutant. */
export interface Verdict {
  readonly mutant: Mutant
  /** The tests that noticed it, or nothing where it survived. */
  readonly killedBy: string | undefined
  /** Number of files of tests that were to be run. */
  readonly tests: number
}

/** Some of the mutants, the same for a seed. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  return count >= mutants.length
    ? [...mutants]
    : shuffled(mutants, randomFrom(seed)).slice(0, count)
}

/** What the tests do without a mutant. */
class Pristine {
  readonly #known = new Map<string, Promise<{ readonly passes: boolean; readonly time: number }>>()

  readonly copy: Copy

  constructor(copy: Copy) {
    this.copy = copy
  }

  run(test: string) {
    const known = this.#known.get(test) ?? this.#run(test)
    this.#known.set(test, known)
    return known
  }

  async #run(test: string) {
    const start = performance.now()
    const passes = await this.copy.passes(test)
    return { passes, time: performance.now() - start }
  }
}

/**
 * Runs tests that reach each mutant, the likeliest first, until one fails.
 *
 * @param most - The number of files of tests that are run for a mutant at most.
 * @param tell - Called with each verdict as soon as it is there.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  { workers, most, tell }: { workers: number; most: number; tell: (verdict: Verdict) => void },
): Promise<Verdict[]> {
  const tests = testFiles()
  const verdicts: Verdict[] = []
  const left = mutants.values()
  const copies = await Promise.all(Array.from({ length: workers }, () => Copy.make()))
  const pristine = new Pristine(await Copy.make())
  const work = async (copy: Copy) => {
    for (const mutant of left) {
      const chosen = inOrder(tests, mutant).slice(0, most)
      const killedBy = await copy.with(mutant, () => failing(chosen, copy, pristine))
      const verdict = { mutant, killedBy, tests: chosen.length }
      verdicts.push(verdict)
      tell(verdict)
    }
  }
  try {
    await Promise.all(copies.map(work))
  } finally {
    for (const copy of [...copies, pristine.copy]) copy.remove()
  }
  return verdicts
}

/** The first test that fails in a copy only; one that fails without a mutant tells nothing. */
async function failing(
  tests: readonly string[],
  copy: Copy,
  pristine: Pristine,
): Promise<string | undefined> {
  for (const test of tests) {
    const passes = await copy.passes(test, async () => (await pristine.run(test)).time)
    if (!passes && (await pristine.run(test)).passes) return test
  }
  return undefined
}
