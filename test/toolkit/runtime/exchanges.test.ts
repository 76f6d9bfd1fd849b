import t from 'tap'
import { mutant } from '../../extended/requests/mutate.js'
import { FIXTURE_DOCUMENTS, hold, load } from './exchanges.js'
import { chance } from './json/random.js'

/** Number of requests to each contract. */
const COUNT = 30

for (const fixture of FIXTURE_DOCUMENTS) {
  t.test(`requests to ${fixture.name}, many nearly right, are answered as they were`, async (t) => {
    await hold(t, await load(t, fixture), 'exchanges.txt', async ({ seeds, send }) => {
      for (let number = 0; number < COUNT; number++) {
        const random = chance(number)
        await send(mutant(random.pick(seeds), random))
      }
    })
  })
}
