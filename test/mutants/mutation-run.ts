import process from 'node:process'
import { isEquivalent } from './equivalent.js'
import { allMutants, type Mutant } from './mutants.js'
import { runMutants, sample, type Verdict } from './run.js'

/** Number of mutants that are tested side by side. */
const WORKERS = 2

/** The result of a mutation run. */
export interface Outcome {
  readonly verdicts: readonly Verdict[]
  /** The share of the mutants that were killed, of 1. */
  readonly share: number
  /** One line for people. */
  readonly summary: string
}

/**
 * Tests mutants of `src`, as the environment says: `MUTANTS` (a number, or `all`), `SEED`,
 * `MUTANTS_IN` (a regular expression for their places) and `MUTANT_TESTS` (how many files of tests
 * are run for one).
 *
 * @param tell - Called with each verdict as soon as it is there.
 * @param usual - The number of mutants without `MUTANTS`.
 */
export async function mutationRun(tell: (verdict: Verdict) => void, usual = 100): Promise<Outcome> {
  const { MUTANTS = String(usual), SEED = '1', MUTANTS_IN = '', MUTANT_TESTS = '12' } = process.env
  const all = allMutants()
  const there = all.filter(({ place }) => new RegExp(MUTANTS_IN).test(place))
  const count = MUTANTS === 'all' ? there.length : Number(MUTANTS)
  const chosen = sample(there, count, Number(SEED))
  const tested = chosen.filter((mutant) => !isEquivalent(mutant))
  const verdicts = await runMutants(tested, {
    ...{ workers: WORKERS, most: Number(MUTANT_TESTS), tell },
  })
  const killed = verdicts.filter(({ killedBy }) => killedBy !== undefined).length
  const share = killed / verdicts.length
  const summary = [
    `${killed} of ${verdicts.length} mutants killed (${(share * 100).toFixed(1)} %)`,
    `${chosen.length - tested.length} more are equivalent`,
    `seed ${SEED}, ${there.length} to choose from`,
  ].join('; ')
  return { verdicts, share, summary }
}

/** A mutant and its fate, on one line. */
export function told({ mutant, killedBy, tests }: Verdict): string {
  const fate = killedBy === undefined ? `SURVIVED ${tests} files of tests` : `killed by ${killedBy}`
  return `${changeOf(mutant)} ${fate}`
}

function changeOf({ place, operator, line, text }: Mutant): string {
  return `${place} ${operator}: ${line} -> ${text.replace(/\s+/g, ' ')}`
}
