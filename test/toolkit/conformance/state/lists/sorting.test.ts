import t from 'tap'
import { sortingSorts } from '#toolkit/conformance/probes/state/lists/sorting.js'
import { parametersIn } from '../../helpers/documents.js'
import { listing } from '../faults.js'
import { namedWith, played, type Shape } from '../small-world.js'
import { tells } from '../told.js'

const small = { type: 'integer', minimum: 1, maximum: 3 }
const ranked = (rank: object, query: object): Shape => ({
  asks: namedWith({ rank }),
  query: parametersIn('query', { ...query }),
})
const listed = (...values: string[]) => ({ type: 'string', enum: values })
const sort = { type: 'array', items: listed('name', '-name', 'rank', '-rank') }
const order = { ...listed('asc', 'desc'), default: 'desc' }
const names = listed('name', 'rank')

const SHAPES: Readonly<Record<string, Shape>> = {
  keys: ranked(small, { sort }),
  pages: ranked(small, { sort, limit: small, page: { type: 'integer' } }),
  order: ranked(small, { sort: names, order }),
  odd: ranked(small, { sort: names, sort_by: { type: 'string' } }),
  pattern: ranked(small, { sort: { type: 'string', pattern: '^-?(rank|age)$' } }),
  said: { ...ranked(small, {}), ofList: 'All, sorted by rank in ascending order.' },
  'of no direction': { ...ranked(small, {}), ofList: 'All, sorted by rank.' },
  'may be': { ...ranked(small, {}), ofList: 'All. They can be sorted by rank ascending.' },
  any: ranked(small, { sort: { type: 'string' } }),
  large: ranked({ type: 'integer', minimum: 1, maximum: 900 }, { sort: listed('rank') }),
}

type Ranked = Readonly<Record<string, string | number>>

/** Sorts by what a server makes of the keys that a request names: all, or each page. */
const sorting = (keysOf: (keys: string[]) => string[], isEach = false) =>
  listing<Ranked>((all, { query }) => {
    const down = query.get('order') === 'desc' ? -1 : 1
    const compare = (one: Ranked, other: Ranked) => {
      for (const key of keysOf(query.getAll('sort'))) {
        const name = key.replace('-', '')
        const [a = 0, b = 0] = [one[name], other[name]]
        const sign = key.startsWith('-') ? -1 : down
        if (a !== b) return a < b ? -sign : sign
      }
      return 0
    }
    const limit = Number(query.get('limit') ?? 50)
    const start = (Number(query.get('page') ?? 1) - 1) * limit
    const cut = (items: Ranked[]) => items.slice(start, start + limit)
    return isEach ? cut(all).toSorted(compare) : cut(all.toSorted(compare))
  })

const sorts = sorting((keys) => keys)

const ROWS = `
  sorts | sortingSorts | keys
  sorts nothing | sortingSorts | keys | sort: sort=name: … | and 7 more
  sorts | sortingSorts | pages
  sorts each page | sortingSorts | pages | sort: sort=name: … | and 6 more
  sorts | sortingSorts | order
  sorts by name | sortingSorts | order | sort: sort=rank&order=asc: … | sort: sort=rank&order=desc: …
  sorts | sortingSorts | pattern
  sorts by rank | sortingSorts | said
  sorts nothing | sortingSorts | said | sort: sorted by rank in ascending: …
  sorts nothing | sortingSorts | of no direction
  sorts nothing | sortingSorts | may be
  sorts numbers as numbers | sortingSorts | large
  sorts numbers as texts | sortingSorts | large | sort: sort=rank: …
`

const byRank = (keyOf: (rank: unknown) => string | number) =>
  listing<Ranked>((all) => all.toSorted((a, b) => (keyOf(a.rank) < keyOf(b.rank) ? -1 : 1)))

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    sorts,
    'sorts nothing': sorting(() => []),
    'sorts each page': sorting((keys) => keys, true),
    'sorts by rank': sorting(() => ['rank']),
    'sorts by name': sorting(() => ['name']),
    'sorts numbers as numbers': byRank(Number),
    'sorts numbers as texts': byRank(String),
  },
})

t.test('orders that are asked for are those that the document names', async (t) => {
  const asked = async (shape: string) => {
    const { world } = await played(SHAPES[shape] as Shape, sorts, [sortingSorts])
    return world.asked.filter(({ query }) => query.size > 0).map(({ query }) => `${query}`)
  }
  t.ok((await asked('keys')).includes('sort=rank&sort=name'))
  t.same(await asked('order'), [
    ...['sort=name&order=asc', 'sort=name&order=desc'],
    ...['sort=rank&order=asc', 'sort=rank&order=desc'],
  ])
  t.same(await asked('odd'), [], 'which one counts is not known')
  t.same(await asked('pattern'), ['sort=rank', 'sort=-rank'])
  t.same(await asked('any'), [])
})
