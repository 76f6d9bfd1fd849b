import type { TestRun } from './test-runs.js'

/** Approximate time of the quickest test, in milliseconds: the start of its process. */
const START = 300

/** Factor by which a test may be slower, for one folder that it is nearer, and still come first. */
const NEARER = 3

/**
 * Tests in the order in which they are likely to notice a change of a file soon.
 *
 * @param kills - How many mutants each has noticed until now: some look at all that there is.
 */
export function inOrder(
  runs: readonly TestRun[],
  source: string,
  kills: ReadonlyMap<string, number>,
): TestRun[] {
  const costs = runs.map((run) => {
    const likely = NEARER ** nearness(run.test, source) * (1 + (kills.get(run.test) ?? 0))
    return { run, cost: (START + run.time) / likely }
  })
  return costs.sort((a, b) => a.cost - b.cost).map(({ run }) => run)
}

/** A test of the same name is as near as one that is so many folders nearer. */
const SAME_NAME = 2

/** Number of equal names in `src/toolkit/regex/flags.ts` and `dist/test/toolkit/regex/flags.test.js`. */
function nearness(test: string, source: string): number {
  const there = test
    .replace(/^dist\/test\//, '')
    .replace(/\.test\.js$/, '')
    .split('/')
  const here = source
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const differs = here.findIndex((name, index) => name !== there[index])
  const same = differs < 0 ? here.length : differs
  return same + (here.at(-1) === there.at(-1) ? SAME_NAME : 0)
}
