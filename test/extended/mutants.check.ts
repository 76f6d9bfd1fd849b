import t from 'tap'
import { mutationRun, told } from '../mutants/mutation-run.js'
import '../mutants/equivalent.test.js'
import '../mutants/operators.test.js'
import '../mutants/order.test.js'

/** A tenth of what `npm run test:mutants` tries, which takes minutes. */
const USUAL = 10

t.test('a share of the mutants is noticed by the tests', async (t) => {
  const { summary, verdicts } = await mutationRun(() => {}, USUAL)
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined).map(told)
  // Chance draws the mutants, so that their share is a figure and no verdict.
  t.comment([summary, ...survivors].join('\n'))
  t.ok(verdicts.length > 0, 'mutants were tried')
})
