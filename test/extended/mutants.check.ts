import t from 'tap'
import { mutationRun, told } from '../mutants/mutation-run.js'

/** A tenth of what `npm run test:mutants` tries, which takes minutes. */
const USUAL = 10

/**
 * The least share of mutants that is killed. It is about 0.9, so that 5 or less of 10 are killed in
 * one sample of 600: which ones are tried changes with each change of `src`, and nothing else.
 */
const LEAST = 0.55

t.test('tests notice mutants of what they test', async (t) => {
  const { share, summary, verdicts } = await mutationRun(() => {}, USUAL)
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined).map(told)
  t.comment([summary, ...survivors].join('\n'))
  t.ok(share >= LEAST, summary, { survivors })
})
