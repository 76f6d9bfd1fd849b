/** The suite sees what is wrong with a store: each store here has one defect. */
import t from 'tap'
import { memory } from '../../src/store/memory.js'
import type { PlantStore } from '../../src/store/store.js'
import { storeContract } from '../store-contract/suite.js'
import { behaviourDefects } from './suite/behaviour.js'
import { broken } from './suite/broken.js'
import { contentDefects } from './suite/content.js'

/** Runs the suite with a runner that records failed cases and their errors. */
async function failures(create: () => PlantStore, reopen?: () => PlantStore): Promise<string[]> {
  const failed: string[] = []
  const test = (title: string, run: () => Promise<void>) =>
    run().catch((error) => failed.push(`${title}: ${error.message}`))
  await storeContract({ test }, { name: 'broken', create, ...(reopen && { reopen }) })
  return failed
}

t.test('a store without a defect passes', async (t) => {
  t.same(await failures(memory), [])
  t.same(await failures(broken(() => ({}))), [])
})

for (const [defect, create] of Object.entries({ ...contentDefects, ...behaviourDefects })) {
  const [does, seenBy = ''] = defect.split(' | ')
  t.test(`a store that ${does} fails "${seenBy}"`, async (t) => {
    const failed = await failures(create)
    const found = failed.find((title) => title.includes(seenBy))
    t.ok(found, failed.join('\n'))
  })
}

t.test('a store that loses its plants when it closes fails what opens again', async (t) => {
  const failed = await failures(memory, memory)
  t.equal(failed.length, 2)
  t.match(failed, [/plants are there after closing/, /what close finished is there/])
})
