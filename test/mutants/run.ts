import { randomFrom, shuffled } from '#toolkit/samples/draw.js'
import { Copy } from './copy.js'
import { covered } from './coverage.js'
import type { Mutant } from './mutants.js'
import { inOrder } from './order.js'
import type { TestRun } from './test-runs.js'

/** The fate of a mutant. */
export interface Verdict {
  readonly mutant: Mutant
  /** The tests that noticed it, or nothing where it survived. */
  readonly killedBy: string | undefined
  /** Number of files of tests that were run. */
  readonly tests: number
}

/** Some of the mutants, the same for a seed. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  return count >= mutants.length
    ? [...mutants]
    : shuffled(mutants, randomFrom(seed)).slice(0, count)
}

/** Tests that fail without a mutant tell nothing. */
class Sound {
  readonly #known = new Map<string, Promise<boolean>>()

  readonly copy: Copy

  constructor(copy: Copy) {
    this.copy = copy
  }

  passes({ test, time }: TestRun): Promise<boolean> {
    const known = this.#known.get(test) ?? this.copy.passes(test, time)
    this.#known.set(test, known)
    return known
  }
}

/** Time of a mutant's tests without it, in milliseconds, after which no more of them are run. */
export type Budget = number

/**
 * Runs the tests that come by each mutant, the nearest first, until one fails.
 *
 * @param tell - Called with each verdict as soon as it is there.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  runs: readonly TestRun[],
  { workers, budget, tell }: { workers: number; budget: Budget; tell: (verdict: Verdict) => void },
): Promise<Verdict[]> {
  const tests = new Map(mutants.map((mutant) => [mutant, [] as TestRun[]]))
  for (const [run, met] of covered(runs, mutants)) {
    for (const mutant of met) tests.get(mutant)?.push(run)
  }
  const verdicts: Verdict[] = []
  const kills = new Map<string, number>()
  const left = tests.entries()
  const copies = await Promise.all(Array.from({ length: workers }, () => Copy.make()))
  const pristine = new Sound(await Copy.make())
  const work = async (copy: Copy) => {
    for (const [mutant, met] of left) {
      const inTurn = inOrder(met, mutant.source, kills)
      const verdict = await verdictOn(mutant, inTurn, copy, pristine, budget)
      const { killedBy } = verdict
      if (killedBy !== undefined) kills.set(killedBy, (kills.get(killedBy) ?? 0) + 1)
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

async function verdictOn(
  mutant: Mutant,
  runs: readonly TestRun[],
  copy: Copy,
  pristine: Sound,
  budget: Budget,
): Promise<Verdict> {
  let [tests, taken] = [0, 0]
  const killedBy = await copy.with(mutant, async () => {
    for (const run of runs) {
      if (tests > 0 && taken + run.time > budget) continue
      tests++
      taken += run.time
      if (await copy.passes(run.test, run.time)) continue
      if (await pristine.passes(run)) return run.test
    }
    return undefined
  })
  return { mutant, killedBy, tests }
}
