import t from 'tap'
import { type CopyProgress, copyPlants, type PlantPages } from '../../src/store/copy.js'
import { openPages } from '../../src/store/open.js'
import {
  type CreateOutcome,
  memory,
  type PlantStore,
  type StoredPlant,
  StoreError,
} from '../../src/store/store.js'
import { changedStore } from './changed-store.js'
import { fill, SAMPLES } from './plant-samples.js'
import { fresh } from './sqlite/helpers.js'

/** Plants in pages of one; their place is their number. `look` is called before each read. */
function pagesOf(plants: readonly StoredPlant[], look?: (after?: bigint) => void): PlantPages {
  return {
    async read(after) {
      look?.(after)
      const place = (after ?? -1n) + 1n
      const plant = plants[Number(place)]
      return plant && { plants: [plant], last: place }
    },
    async close() {},
  }
}

/** Pages with what is called before each read. */
function watched(pages: PlantPages, look: (after?: bigint) => void): PlantPages {
  return {
    ...pages,
    async read(after) {
      look(after)
      return pages.read(after)
    },
  }
}

/** A store that has what is called before each create. */
function choosy(look: (plant: StoredPlant) => void, store = memory()): PlantStore {
  return changedStore(store, {
    async create(plant) {
      look(plant)
      return store.create(plant)
    },
  })
}

t.test('a copy that ends in the middle goes on where it was', async (t) => {
  const { file, store: full } = fresh(t)
  await fill(full)
  const pages = openPages(`sqlite:${file}`)
  const store = memory()
  let [reads, latest] = [0, undefined as CopyProgress | undefined]
  const failing = watched(pages, () => {
    if (++reads > 20) throw new StoreError('FAILED', 'it ends')
  })
  const onProgress = (progress: CopyProgress) => {
    latest = progress
  }
  await t.rejects(copyPlants(failing, store, { onProgress }), { message: 'it ends' })
  t.match(latest, { created: 1000, unchanged: 0, after: SAMPLES[999]?.id })
  const after = latest?.after
  const asked: (bigint | undefined)[] = []
  const rest = watched(pages, (place) => asked.push(place))
  const done = await copyPlants(rest, store, { after })
  t.equal(done.created + done.unchanged, SAMPLES.length - 1000)
  t.notOk(asked.includes(undefined), 'nothing is read from the beginning')
  t.same(await Promise.all(SAMPLES.map(({ id }) => store.get(id))), SAMPLES)
})

t.test(
  'a plant that the other store has or does not take is named, and the others are copied',
  async (t) => {
    const moss = { id: 2n, name: 'moss' }
    const store = memory()
    await store.create(moss)
    const other = choosy(({ id }) => {
      if (id === 3n) throw new StoreError('FAILED', 'it is too large')
    }, store)
    const plants = [1n, 2n, 3n, 4n].map((id) => ({ id, name: 'fern' }))
    const refusals: string[] = []
    const done = await copyPlants(pagesOf(plants), other, {
      onRefusal: (id, reason) => refusals.push(`${id}: ${reason}`),
    })
    t.match(done, { created: 2, unchanged: 0, refused: 2 })
    t.same(refusals, ['2: another plant has its id', '3: it is too large'])
    t.same(await store.get(2n), moss)
  },
)

t.test('stores that are away for a moment', async (t) => {
  const plants = [1n, 2n].map((id) => ({ id, name: 'fern' }))
  const failures = ['UNAVAILABLE', 'BUSY', 'UNAVAILABLE'] as const
  const pages = pagesOf(plants)
  const away = (codes: StoreError['code'][]) =>
    choosy(() => {
      const code = codes.pop()
      if (code) throw new StoreError(code, 'it is away')
    })
  t.match(await copyPlants(pages, away([...failures])), { created: 2, refused: 0 })
  const impatient = copyPlants(pages, away([...failures]), { patience: 0 })
  await t.rejects(impatient, { code: 'UNAVAILABLE', message: 'it is away' })
  const reads = [...failures]
  const awayLater = pagesOf(plants, (after) => {
    if (after !== undefined && reads.pop()) throw new StoreError('UNAVAILABLE', 'it is away')
  })
  t.match(await copyPlants(awayLater, memory()), { created: 2 })
  await t.rejects(copyPlants(pages, away(['CLOSED'])), { code: 'CLOSED' })
})

t.test('a store that cannot be used from the beginning fails at once', async (t) => {
  const gone = new StoreError('UNAVAILABLE', 'it is gone')
  const reject = async () => {
    throw gone
  }
  const ready = async () => void t.fail('the other store is not made then')
  const from: PlantPages = { ...pagesOf([]), read: reject }
  await t.rejects(copyPlants(from, changedStore(memory(), { ready })), gone)
  await t.rejects(copyPlants(pagesOf([]), changedStore(memory(), { ready: reject })), gone)
})

t.test('no more than three batches are in memory', async (t) => {
  for (const [name, count, most] of [
    ['fern', 5_000, 3_000],
    ['x'.repeat(2 ** 19), 20, 6],
  ] as const) {
    const plants = Array.from({ length: count }, (_, n) => ({ id: BigInt(n), name }))
    let [read, created, ahead] = [0, 0, 0]
    const from = pagesOf(plants, () => {
      read += 1
      ahead = Math.max(ahead, read - created)
    })
    const slow: Partial<PlantStore> = {
      async create(): Promise<CreateOutcome> {
        await new Promise(setImmediate)
        created += 1
        return 'created'
      },
    }
    const done = await copyPlants(from, changedStore(memory(), slow))
    t.equal(done.created, count)
    // The first plant is read twice, and the end is a read, too.
    t.ok(ahead <= most + 2, `${ahead} plants`)
  }
})
