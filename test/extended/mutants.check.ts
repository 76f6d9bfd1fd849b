import t from 'tap'
import { mutationRun, told } from '../mutants/mutation-run.js'

/** A third of what `npm run test:mutants` tries, which takes minutes. */
const USUAL = 30

/**
 * The least share of mutants that is killed. It is about 0.92, so that 22 or less of 30 are killed in
 * one sample of 500: which ones are tried changes with each change of `src`, and nothing else.
 */
const LEAST = 0.75

t.test('tests notice mutants of what they test', async (t) => {
  const { share, stale, summary, verdicts } = await mutationRun(() => {}, USUAL)
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined).map(told)
  t.comment([summary, ...survivors].join('\n'))
  t.ok(share >= LEAST, summary, { survivors })
  t.same(stale, [], 'each of the list of equivalent ones is there')
})
