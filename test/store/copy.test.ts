import t from 'tap'
import { type CopiedPage, copyPlants, type PlantPages } from '../../src/store/copy.js'
import { openPages } from '../../src/store/open.js'
import { memory, StoreError } from '../../src/store/store.js'
import { changedStore } from './changed-store.js'
import { fill, SAMPLES } from './plant-samples.js'
import { fresh } from './sqlite/helpers.js'

/** Plants of these ids in pages of one; their place is their number. */
function pagesOf(ids: readonly bigint[]): PlantPages {
  return {
    async read(after = -1n) {
      const last = after + 1n
      const id = ids[Number(last)]
      return id === undefined ? undefined : { plants: [{ id, name: 'fern' }], last }
    },
    async close() {},
  }
}

/** Copies until the end, or until something fails, and what was told before. */
async function copied(...given: Parameters<typeof copyPlants>) {
  const told: CopiedPage[] = []
  try {
    for await (const page of copyPlants(...given)) told.push(page)
    return { told }
  } catch (error) {
    return { told, error }
  }
}

t.test('a copy that ends in the middle goes on where it was', async (t) => {
  const { file, store: full } = fresh(t)
  await fill(full)
  const pages = openPages(`sqlite:${file}`)
  const store = memory()
  let reads = 0
  const asked: (bigint | undefined)[] = []
  const failing = {
    ...pages,
    read: async (after?: bigint) => {
      if (++reads === 6) throw new StoreError('UNAVAILABLE', 'it ends')
      asked.push(after)
      return pages.read(after)
    },
  }
  const first = await copied(failing, store)
  t.match(first.error, { message: 'it ends' })
  const found = first.told.map(({ created }) => created)
  t.same(found, [100, 100, 100, 100, 100])
  const { last } = first.told.at(-1) as CopiedPage
  asked.length = 0
  const rest = await copied(failing, store, last)
  const seen = rest.told.reduce((sum, { created }) => sum + created, 500)
  t.equal(seen, SAMPLES.length)
  t.equal(asked[0], last, 'nothing is read from the beginning')
  t.same(await Promise.all(SAMPLES.map(({ id }) => store.get(id))), SAMPLES)
})

t.test('a plant that the other store refuses is named, and the others are copied', async (t) => {
  const store = memory()
  await store.create({ id: 2n, name: 'moss' })
  await store.create({ id: 4n, name: 'fern' })
  const choosy = changedStore(store, {
    async create(plant) {
      if (plant.id === 3n) throw new StoreError('FAILED', 'it is too large')
      return store.create(plant)
    },
  })
  const { told } = await copied(pagesOf([1n, 2n, 3n, 4n]), choosy)
  t.same(told, [
    { created: 1, unchanged: 0, refused: [], last: 0n },
    {
      created: 0,
      unchanged: 0,
      refused: [{ id: 2n, reason: 'another plant has its id' }],
      last: 1n,
    },
    { created: 0, unchanged: 0, refused: [{ id: 3n, reason: 'it is too large' }], last: 2n },
    { created: 0, unchanged: 1, refused: [], last: 3n },
  ])
  t.match(await store.get(2n), { name: 'moss' })
})

t.test('a store that is away ends the copy, also where no plants can be read', async (t) => {
  const gone = new StoreError('UNAVAILABLE', 'it is gone')
  const create = () => Promise.reject(gone)
  const read = async (after?: bigint) => {
    if (after === undefined) return pagesOf([1n]).read()
    throw new StoreError('UNAVAILABLE', 'it is gone, too')
  }
  const ended = await copied({ ...pagesOf([]), read }, changedStore(memory(), { create }))
  t.same(ended, { told: [], error: gone })
})
