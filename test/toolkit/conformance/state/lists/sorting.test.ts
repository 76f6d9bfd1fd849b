import t from 'tap'
import { sortingSorts } from '#toolkit/conformance/probes/state/lists/sorting.js'
import { type Fault, NAMED, played } from '../small-world.js'

const integer = { type: 'integer', minimum: 1, maximum: 3 }
const RANKED = {
  ...NAMED,
  required: ['name', 'rank'],
  properties: { ...NAMED.properties, rank: integer },
}
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const KEYS = ['name', '-name', 'rank', '-rank']
const listed = query('sort', { type: 'array', items: { type: 'string', enum: KEYS } })
const divided = [query('limit', integer), query('page', { type: 'integer' })]

type Ranked = Readonly<Record<string, string | number>>

/** Sorts by the keys that a request names, or by what a server makes of them. */
const sorting =
  (keysOf: (keys: string[]) => string[], isEach = false): Fault =>
  (asked, _, world) => {
    if (asked.method !== 'GET' || asked.path !== '/things') return undefined
    const down = asked.query.get('order') === 'desc' ? -1 : 1
    const keys = keysOf(asked.query.getAll('sort'))
    const compare = (one: Ranked, other: Ranked) => {
      for (const key of keys) {
        const name = key.replace('-', '')
        const [a = 0, b = 0] = [one[name], other[name]]
        const sign = key.startsWith('-') ? -1 : down
        if (a !== b) return a < b ? -sign : sign
      }
      return 0
    }
    const sort = (items: Ranked[]) => items.toSorted(compare)
    const all = [...world.things.values()] as Ranked[]
    const limit = Number(asked.query.get('limit') ?? 50)
    const start = (Number(asked.query.get('page') ?? 1) - 1) * limit
    const cut = (items: Ranked[]) => items.slice(start, start + limit)
    return { status: 200, body: isEach ? sort(cut(all)) : cut(sort(all)) }
  }

async function found(parameters: object[], fault: Fault) {
  const { told, world } = await played({ asks: RANKED, query: parameters }, fault, [sortingSorts])
  const asked = world.asked.map(({ query: { size }, query: each }) => size > 0 && `${each}`)
  return { told, asked: asked.filter((each) => each !== false) }
}

const asIs = (keys: string[]) => keys
const first = (keys: string[]) => keys.slice(0, 1)
const none = () => []

t.test('a list may be sorted by several members: the first counts most', async (t) => {
  const { told, asked } = await found([listed], sorting(asIs))
  t.same(told, [])
  t.ok(asked.includes('sort=rank&sort=name'))
  const { told: byFirst } = await found([listed], sorting(first))
  t.match(byFirst, [/^sort: sort=-?rank,-?name: /])
  t.ok(byFirst.every((each) => /sort=-?rank,/.test(each)))
  t.ok((await found([listed], sorting(none))).told.length > 1)
})

t.test('pages are parts of a sorted list', async (t) => {
  const parameters = [listed, ...divided]
  t.same((await found(parameters, sorting(asIs))).told, [])
  t.match((await found(parameters, sorting(asIs, true))).told, [/^sort: /])
})

t.test('pages of a long list are no larger than a page may be', async (t) => {
  const refusing: Fault = (asked, correct, world) => {
    for (let n = 0; n < 20; n++) world.things.set(`more${n}`, { name: `n${n}`, rank: 1 })
    if (Number(asked.query.get('limit') ?? 1) > 3) return { status: 400, body: {} }
    return sorting(none)(asked, correct, world)
  }
  t.match((await found([listed, ...divided], refusing)).told, [/^sort: /])
})

t.test('another parameter says whether the order is up or down', async (t) => {
  const names = query('sort', { type: 'string', enum: ['name', 'rank'] })
  const order = query('order', { type: 'string', enum: ['asc', 'desc'], default: 'desc' })
  const { told, asked } = await found([names, order], sorting(asIs))
  t.same(told, [])
  t.same(
    asked,
    ['name', 'rank'].flatMap((key) => [`sort=${key}&order=asc`, `sort=${key}&order=desc`]),
  )
  const byName = sorting(() => ['name'])
  t.match((await found([names, order], byName)).told, [/^sort: sort=rank&order=/])
  const odd = query('sort_by', { type: 'string' })
  t.same((await found([names, odd], sorting(none))).asked, [], 'which one counts is not known')
})

t.test('a pattern may have the names of what a list is sorted by', async (t) => {
  const named = query('sort', { type: 'string', pattern: '^-?(rank|age)$' })
  const { told, asked } = await found([named], sorting(asIs))
  t.same(told, [])
  t.same(asked, ['sort=rank', 'sort=-rank'])
  t.same((await found([query('sort', { type: 'string' })], sorting(none))).asked, [])
})

t.test('numbers are sorted as numbers, not as texts', async (t) => {
  const rank = { type: 'integer', minimum: 1, maximum: 900 }
  const asks = { ...RANKED, properties: { ...NAMED.properties, rank } }
  const only = query('sort', { type: 'string', enum: ['rank'] })
  const sorted =
    (keyOf: (rank: unknown) => string | number): Fault =>
    ({ method, path }, _, world) => {
      if (method !== 'GET' || path !== '/things') return undefined
      const all = [...world.things.values()] as Ranked[]
      return {
        status: 200,
        body: all.toSorted((a, b) => (keyOf(a.rank) < keyOf(b.rank) ? -1 : 1)),
      }
    }
  const run = async (fault: Fault) =>
    (await played({ asks, query: [only] }, fault, [sortingSorts])).told
  t.same(await run(sorted(Number)), [])
  t.match(await run(sorted(String)), [/^sort: sort=rank: /])
})
