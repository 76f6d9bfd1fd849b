import type { TestRun } from './test-runs.js'

/** Tests in the order in which they are likely to notice a change of a file. */
export function inOrder(runs: readonly TestRun[], source: string): TestRun[] {
  return runs
    .map((run) => ({ run, near: nearness(run.test, source) }))
    .sort((a, b) => b.near - a.near || a.run.time - b.run.time)
    .map(({ run }) => run)
}

/** How much of their paths is the same: `src/toolkit/regex/flags.ts`, `dist/test/toolkit/regex/flags.test.js`. */
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
  return differs < 0 ? here.length : differs
}
