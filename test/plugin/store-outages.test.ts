import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { type PlantStore, StoreError } from '../../src/store/store.js'
import { logOutages } from '../../src/store-outages.js'
import { rowsOf } from '../helpers/rows.js'
import { changedStore } from '../store/changed-store.js'

/** A store whose calls fail with a given error, with its log and clock. */
function told() {
  const failing: { create?: Error | undefined; get?: Error | undefined } = {}
  const lines: string[] = []
  let time = 0
  const or = async <Value>(error: Error | undefined, value: Value) => {
    if (error) throw error
    return value
  }
  const changed = changedStore(memory(), {
    create: () => or(failing.create, 'created' as const),
    get: () => or(failing.get, undefined),
  })
  const log = {
    error: ({ err }: { err: unknown }, text: string) => lines.push(`${text}: ${err}`),
    info: (text: string) => lines.push(text),
  }
  const store = logOutages(changed, log, () => time)
  const call = async (method: 'create' | 'get', error?: Error | '') => {
    failing[method] = error || undefined
    const done = method === 'create' ? store.create({ id: 1n, name: 'Fern' }) : store.get(1n)
    return done.catch((error) => error)
  }
  const later = (ms: number) => {
    time += ms
  }
  return { store, lines, call, later }
}

const gone = () => new StoreError('UNAVAILABLE', 'gone')
const lineOf = (what: string) => `the store cannot be used: StoreError: ${what}`
const AGAIN = 'the store can be used again'

/** Calls of a store, each with the reason why it fails, if it does, and what is logged by then. */
const TROUBLES = `
  a trouble is logged once, whatever is called, and so is its end | create gone, create gone, get gone, create gone -> gone, create -> gone, get -> gone again, get -> gone again
  a second trouble of another kind is logged, too | create gone, create full, create full, create -> gone full again
  a recurring trouble is logged once a minute | create full, create, create full, create, create full, create -> full again, minute, create full, create, create full, create -> full again full again
`

for (const [what = '', steps = ''] of rowsOf(TROUBLES)) {
  t.test(what, async (t) => {
    const { lines, call, later } = told()
    for (const step of steps.split(', ')) {
      const [act = '', wanted] = step.split(' -> ')
      const [method, reason] = act.split(' ')
      if (method === 'minute') later(60_000)
      else await call(method as 'create' | 'get', reason && new StoreError('UNAVAILABLE', reason))
      if (wanted === undefined) continue
      const shown = wanted.split(' ').map((word) => (word === 'again' ? AGAIN : lineOf(word)))
      t.same(lines, shown, `${steps}: ${step}`)
    }
  })
}

t.test('memory is bounded when each trouble has another message', async (t) => {
  const { lines, call } = told()
  for (let n = 0; n < 250; n++) await call('create', new StoreError('UNAVAILABLE', `${n}`))
  await call('create', new StoreError('UNAVAILABLE', '0'))
  t.equal(lines.length, 251, 'the first was forgotten')
})

t.test('calls during a trouble are refused without another line; other errors stay', async (t) => {
  const { lines, call } = told()
  for (const cause of [gone(), gone()]) {
    t.match(await call('create', cause), { statusCode: 503, isFailure: false, cause })
  }
  for (const error of [new StoreError('FAILED', 'fault'), new TypeError('bug')]) {
    t.equal(await call('create', error), error)
  }
  t.equal(lines.length, 1)
})

t.test('everything else of the store is unchanged', async (t) => {
  const store = memory()
  const more = Object.assign(store, { kind: 'memory' }) as PlantStore & { kind: string }
  const { error, info } = console
  const same = logOutages(more, { error, info })
  t.equal((same as typeof more).kind, 'memory')
  t.equal(await same.ready(), undefined)
  t.equal(await same.create({ id: 1n, name: 'Fern' }), 'created')
  t.same(await same.get(1n), { id: 1n, name: 'Fern' })
  t.equal(await same.close(), undefined)
  await t.rejects(same.get(1n), { code: 'CLOSED' })
})

t.test('a method that the contract of a store gets later is watched, too', async (t) => {
  class Listing {
    readonly #ids = [1n]
    async list() {
      return this.#ids
    }
    async remove() {
      throw new StoreError('UNAVAILABLE', 'gone')
    }
  }
  class More extends Listing {}
  const lines: string[] = []
  const log = { error: (_: unknown, text: string) => lines.push(text), info: () => {} }
  const frozen = Object.freeze(new More())
  const store = logOutages(frozen as unknown as PlantStore, log) as unknown as More
  t.same(await store.list(), [1n])
  await t.rejects(store.remove(), { cause: { code: 'UNAVAILABLE' } })
  t.same(lines, ['the store cannot be used'])
})
