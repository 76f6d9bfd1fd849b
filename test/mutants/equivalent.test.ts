import t from 'tap'
import { staleNames } from './equivalent.js'
import { allMutants } from './mutants.js'

t.test('each equivalent mutant is still one of a line of the code', async (t) => {
  t.same(staleNames(allMutants()), [])
})
