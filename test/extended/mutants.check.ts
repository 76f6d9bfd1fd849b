import t from 'tap'
import { mutationRun, told } from '../mutants/mutation-run.js'

/**
 * The least share of mutants that is killed: below what it is, since a sample varies, and since not all
 * of the tests are run that might notice one.
 */
const LEAST = 0.8

/** Half of what `npm run test:mutants` tries, which takes minutes. */
const USUAL = 50

t.test('tests notice mutants of what they test', async (t) => {
  const { share, stale, summary, verdicts } = await mutationRun(() => {}, USUAL)
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined).map(told)
  t.comment([summary, ...survivors].join('\n'))
  t.ok(share >= LEAST, summary, { survivors })
  t.same(stale, [], 'each of the list of equivalent ones is there')
})
