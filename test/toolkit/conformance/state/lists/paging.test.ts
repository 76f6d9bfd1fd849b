import { parametersIn } from '../../helpers/documents.js'
import { changing, listing } from '../faults.js'
import { type Fault, NAMED, type Shape } from '../small-world.js'
import { tells } from '../told.js'

const count = (minimum: number) => ({ type: 'integer', minimum, maximum: 40 })
const object = (properties: object) => ({ type: 'object', properties })
const items = { type: 'array', items: NAMED }
const list = object({ data: items, total: { type: 'integer' } })
const counted = object({ data: items, total_entries: { type: 'integer' } })
const text = { type: 'string' }
const size = { ...count(1), default: 3 }

/** Pages behind a cursor, which stands in a header that is documented. */
const cursor = (...headers: string[]): Shape => ({
  query: parametersIn('query', {
    limit: { ...count(1), default: 20 },
    cursor: { type: 'integer' },
  }),
  told: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'integer' } }])),
})

const deep = (members: object): Shape => ({
  list,
  query: [{ name: 'page', in: 'query', schema: object(members), style: 'deepObject' }],
})

const from = (minimum: number): Shape => ({
  query: parametersIn('query', { limit: count(minimum), offset: count(0) }),
})

const SHAPES: Readonly<Record<string, Shape>> = {
  none: cursor(),
  'Next-Cursor': cursor('Next-Cursor'),
  'X-Next-Page': cursor('X-Next-Page'),
  Cursor: cursor('Cursor'),
  Total: cursor('Total'),
  'deep offset': deep({ size, offset: count(0) }),
  'deep number': deep({ size, number: count(1) }),
  'deep number from 0': deep({ size, number: count(0) }),
  'flat offset': {
    list,
    query: parametersIn('query', { 'page[size]': size, 'page[offset]': count(0) }),
  },
  facts: {
    list: object({
      data: items,
      total: {},
      page: {},
      size: {},
      totalPages: {},
      hasMore: {},
      numberOfElements: {},
    }),
    query: parametersIn('query', { size, page: count(1) }),
  },
  entries: { list: counted, query: parametersIn('query', { page: { ...count(1), default: 1 } }) },
  'flat number': {
    list: object({ data: items, total: { type: 'integer' }, links: object({ next: {} }) }),
    query: parametersIn('query', { 'page[size]': size, 'page[number]': count(1) }),
  },
  'behind an identity': {
    list: object({ data: items, hasMore: { type: 'boolean' } }),
    query: parametersIn('query', { limit: { ...count(1), default: 3 }, starting_after: text }),
  },
  linked: {
    list: object({ results: items, count: {}, next: {}, previous: {} }),
    query: parametersIn('query', { limit: { ...count(1), default: 3 }, page: { type: 'integer' } }),
  },
  counting: {
    told: { Total: { schema: { type: 'integer' } } },
    query: parametersIn('query', { limit: count(1), offset: count(0) }),
  },
  pageNo: { list, query: parametersIn('query', { pageNo: { type: 'integer' } }) },
  'from 1': from(1),
  'from 3': from(3),
  asked: {
    list,
    query: [
      { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 1 } },
      ...parametersIn('query', { limit: { ...count(1), default: 20 }, offset: count(0) }),
    ],
  },
}

const ROWS = `
  tells Next-Cursor | pagesAreTheList | Next-Cursor
  tells X-Next-Page | pagesAreTheList | X-Next-Page
  tells Cursor | pagesAreTheList | Cursor
  tells Next-Cursor | pagesAreTheList | none
  has a last page that leads to itself | pagesAreTheList | Next-Cursor | paging: an end of the list; a page again
  has a page after each page | pagesAreTheList | Next-Cursor | paging: an end of the list; … pages and no end
  links to the cursor | pagesAreTheList | none
  links to one after the cursor | pagesAreTheList | none | paging: each item on a page; … of … are on no page
  tells no cursor | pagesAreTheList | none
  tells no cursor | pagesAreTheList | Total
  tells no cursor | pagesAreTheList | Next-Cursor | paging: each item on a page; … of … are on no page
  divides at an offset | pagesAreTheList | deep offset
  divides at an offset | totalIsTrue | deep offset
  divides at an offset | pagesAreTheList | flat offset
  divides at an offset | totalIsTrue | flat offset
  divides by number | pagesAreTheList | deep number
  divides by number | totalIsTrue | deep number
  divides by number from 0 | pagesAreTheList | deep number from 0
  tells its pages | pagesAreTheList | facts
  tells the number of the first page on each | pagesAreTheList | facts | paging: page 2 of 4, of 2 items: page is 2; 1
  tells one page too few | pagesAreTheList | facts | paging: page 1 of 4, of 2 items: totalPages is 4; 3
  tells the usual size of pages | pagesAreTheList | facts | paging: page 1 of 4, of 2 items: size is 2; 3
  has always more pages | pagesAreTheList | facts | paging: page 4 of 4, of 2 items: hasMore is false; true
  begins one before the number | pagesAreTheList | flat number | paging: page 1 of …, of 2 items: has next is true; false
  begins one before the number | pagesAreTheList | deep number | paging: … | paging: …
  begins behind an identity | pagesAreTheList | behind an identity
  begins with an identity | pagesAreTheList | behind an identity | paging: each item on one page; … more than once | paging: an end of the list; a page again
  has no page behind another | pagesAreTheList | behind an identity | paging: page 1 of 4, of 2 items: hasMore is true; false
  counts the items of all pages as those of one | pagesAreTheList | facts | paging: page 1 of 4, of 2 items: numberOfElements is 2; 7
  links pages in the body | pagesAreTheList | linked
  links pages in the body | totalIsTrue | linked
  counts the items of a linked page | totalIsTrue | linked | total: a total of 7; …
  links the last page, too | pagesAreTheList | linked | paging: page 4 of 4, of 2 items: has next is false; true
  links no page back | pagesAreTheList | linked | paging: page 2 of 4, of 2 items: has previous is true; false
  counts one too many in a header | totalIsTrue | counting | total: a total of 7; 8
  lists what is asked for | totalIsTrue | asked
  lists three and counts all | totalIsTrue | pageNo
  lists three and counts all | createdIsListed | pageNo
  counts the entries of a page | totalIsTrue | entries | total: a total of 7; 3
  has pages as short as is asked for | pagesAreTheList | from 1
  has long pages after the first one | pagesAreTheList | from 1 | limit: at most 2 items on each page: limit; … items
  has pages of three at least | pagesAreTheList | from 3
`

/** Lists what is behind the cursor, and tells the next one in a header, if there is one or `nextOf` says so. */
const telling =
  (name: string | undefined, nextOf?: (end: number, size: number) => number): Fault =>
  ({ method, query }, _, { things }) => {
    if (method !== 'GET') return undefined
    const start = Number(query.get('cursor'))
    const end = start + Number(query.get('limit') ?? 20)
    const next = String(nextOf ? nextOf(end, things.size) : end)
    const isTold = name !== undefined && (nextOf !== undefined || end < things.size)
    const body = [...things.values()].slice(start, end)
    return { status: 200, body, headers: isTold ? { [name]: next } : {} }
  }

/** Lists what is behind the cursor, and links to the next one, beside this directory. */
const linking =
  (skipped: number): Fault =>
  (asked, correct, world) => {
    const reply = telling('next')(asked, correct, world)
    const { next } = reply?.headers ?? {}
    if (reply === undefined || next === undefined) return reply
    const cursor = Number(next) + skipped
    const link = `<things?limit=${asked.query.get('limit') ?? 20}&cursor=${cursor}>; rel="next"`
    return { ...reply, headers: { link } }
  }

const dividing = (name: 'offset' | 'number', before = 0, first = 1) =>
  listing((all, { query }) => {
    const most = Number(query.get('page[size]') ?? 3)
    const given = Number(query.get(`page[${name}]`) ?? (name === 'number' ? first : 0))
    const start = Math.max(0, (name === 'number' ? (given - first) * most : given) - before)
    return { data: all.slice(start, start + most), total: all.length }
  })

/** Pages that tell of themselves, in part as `wrong` says. */
const tellingPages = (wrong: (totalPages: number) => object) =>
  listing((all, { query }) => {
    const [size, page] = [Number(query.get('size') ?? 3), Number(query.get('page') ?? 1)]
    const totalPages = Math.ceil(all.length / size)
    const told = { total: all.length, page, size, totalPages, hasMore: page < totalPages }
    return { data: all.slice((page - 1) * size, page * size), ...told, ...wrong(totalPages) }
  })

/** Pages behind an identity, or with it, that tell whether there are more. */
const behind = (first: number, told: object = {}) =>
  listing((all, { query }) => {
    const limit = Number(query.get('limit') ?? 3)
    const at = all.findIndex(({ id }) => id === query.get('starting_after'))
    const start = at < 0 ? 0 : at + first
    return { data: all.slice(start, start + limit), hasMore: start + limit < all.length, ...told }
  })

/** Pages that lead to those beside them in the body, in part as `wrong` says. */
const beside = (wrong: (results: readonly unknown[], page: number) => object = () => ({})) =>
  listing((all, { query }) => {
    const [limit, page] = [Number(query.get('limit') ?? 3), Number(query.get('page') ?? 1)]
    const results = all.slice((page - 1) * limit, page * limit)
    const to = (other: number) => `/things?limit=${limit}&page=${other}`
    const next = page * limit < all.length ? to(page + 1) : null
    const previous = page > 1 ? to(page - 1) : null
    return { results, count: all.length, next, previous, ...wrong(results, page) }
  })

/** Pages that are longer than is asked for: all of them, or those after the first one. */
const lengthening = (least: number, later: number) =>
  listing((all, { query }) => {
    const start = Number(query.get('offset') ?? 0)
    const asked = Math.max(least, Number(query.get('limit') ?? 40))
    return all.slice(start, start + (start > 0 ? Math.max(later, asked) : asked))
  })

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'tells Next-Cursor': telling('Next-Cursor'),
    'tells X-Next-Page': telling('X-Next-Page'),
    'tells Cursor': telling('Cursor'),
    'has a last page that leads to itself': telling('Next-Cursor', Math.min),
    'has a page after each page': telling('Next-Cursor', (end) => end),
    'links to the cursor': linking(0),
    'links to one after the cursor': linking(1),
    'tells no cursor': telling(undefined),
    'divides at an offset': dividing('offset'),
    'divides by number': dividing('number'),
    'divides by number from 0': dividing('number', 0, 0),
    'tells its pages': tellingPages(() => ({})),
    'tells the number of the first page on each': tellingPages(() => ({ page: 1 })),
    'tells one page too few': tellingPages((totalPages) => ({ totalPages: totalPages - 1 })),
    'tells the usual size of pages': tellingPages(() => ({ size: 3 })),
    'counts the items of all pages as those of one': tellingPages(() => ({ numberOfElements: 7 })),
    'has always more pages': tellingPages(() => ({ hasMore: true })),
    'begins behind an identity': behind(1),
    'begins with an identity': behind(0),
    'has no page behind another': behind(1, { hasMore: false }),
    'links pages in the body': beside(),
    'counts the items of a linked page': beside(({ length }) => ({ count: length })),
    'links the last page, too': beside((_, page) => ({ next: `/things?page=${page + 1}` })),
    'links no page back': beside(() => ({ previous: null })),
    'counts one too many in a header': changing(/^GET/, (_, __, { things }) => ({
      headers: { total: `${things.size + 1}` },
    })),
    'begins one before the number': dividing('number', 1),
    'lists what is asked for': ({ method, query }) => {
      const q = query.get('q') ?? ''
      const all = [...q].map((_, at) => ({ id: `${q}-${at}`, name: q }))
      const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset'))]
      const data = all.slice(offset, offset + limit)
      return method === 'GET' ? { status: 200, body: { data, total: all.length } } : undefined
    },
    'lists three and counts all': listing((all) => ({ data: all.slice(0, 3), total: all.length })),
    'counts the entries of a page': listing((all, { query }) => {
      const data = all.slice(Number(query.get('page') ?? 1) * 3 - 3).slice(0, 3)
      return { data, total_entries: data.length }
    }),
    'has pages as short as is asked for': lengthening(1, 1),
    'has long pages after the first one': lengthening(1, 40),
    'has pages of three at least': lengthening(3, 3),
  },
})
