import { Readable } from 'node:stream'
import t from 'tap'
import { listEnvelope } from '#toolkit/mock/envelope.js'
import { fitted } from '#toolkit/mock/fitting.js'
import { identified, identityOf } from '#toolkit/mock/identity.js'
import { makeRoom } from '#toolkit/mock/make-room.js'
import { newId } from '#toolkit/mock/new-id.js'
import { withPages } from '#toolkit/mock/pages.js'
import { withoutBytes } from '#toolkit/mock/request-texts.js'
import { selected } from '#toolkit/mock/selection.js'
import { objectOf, rowsOf, yamlOf } from '../../helpers/rows.js'

t.test('an id is looked for in the item of a body and no deeper', async (t) => {
  const put = (body: object) => identified(body, [identityOf('id', 1)], () => true)
  t.same(put({ data: { item: { id: 0 } } }), { data: { item: { id: 1 } } })
  t.same(put({ data: { item: { data: { id: 0 } } } }), { data: { item: { data: { id: 0 } } } })
  t.same(put({ owner: { id: 0 } }), { owner: { id: 0 } })
})

t.test('a new id is one that is possible', async (t) => {
  const known = new Set(['1', 'a'])
  const choice = (isPossible: (id: unknown) => boolean, sample: unknown = 'a') =>
    newId({ schema: undefined, known, sample, draws: [() => undefined, () => 'c'], isPossible })
  const found = choice((id) => id === 'b', 'b')
  t.equal(found, 'b')
  const seen = choice((id) => id === 'c')
  t.equal(seen, 'c')
  const shown = choice(() => false)
  t.equal(shown, 'a', 'the one that a response has')
})

t.test('an item has what its body must have', async (t) => {
  const draw = () => undefined
  const bodies = { accepts: (body: unknown) => Object.hasOwn(Object(body), 'a'), draw }
  t.same(fitted({ a: 1, b: 2 }, [], { c: 3 }, bodies), { a: 1, c: 3 })
  const accepts = (body: unknown) => Object(body).a === 1
  t.same(fitted({ a: 1 }, [], { a: 2, b: 2 }, { accepts, draw }), { a: 1, b: 2 })
})

/** A body or headers, a query of a list of five, what they tell of its pages then, the number of the first one, and what says where one begins. */
const TOLD = rowsOf(`
  { total: 1, total_pages: 1, meta: { count: 9, X: 1 } } | {} | { total: 5, total_pages: 1, meta: { count: 5, X: 1 } }
  { x-total-count: 1, X-Pages: 1, num_pages: 9 } | { limit: 2, page: 2 } | { x-total-count: 5, X-Pages: 3, num_pages: 3 }
  { next: c, has_more: false, link: /a } | { limit: 2 } | { next: '2', has_more: true, link: /a }
  { nextCursor: c, hasMore: true } | { limit: 2, cursor: '4' } | { hasMore: false }
  { nextCursor: c, numberReturned: 9 } | { cursor: c } | { numberReturned: 0 }
  { page: { next_page_token: c } } | { limit: 2, page_token: '2' } | { page: { next_page_token: '4' } }
  { next: null, prev: null, hasPrevious: true } | { limit: 4 } | { next: '4', hasPrevious: false }
  { previous: '/b?page=9', prev_cursor: c, hasPreviousPage: false } | { limit: 2, page: 2 } | { previous: '/b?page=1&limit=2', prev_cursor: '0', hasPreviousPage: true }
  { next: 'https://a.example/b?page=9&limit=7' } | { limit: 2, page: 2 } | { next: 'https://a.example/b?page=3&limit=2' }
  { link: '</b?offset=1&q=a>; rel="next"', X-Next-Cursor: c } | { limit: 2 } | { link: '</b?offset=2&limit=2&q=a>; rel="next"', X-Next-Cursor: '2' }
  { link: '</b?cursor=1>; rel=next' } | { limit: 2, offset: 3 } | {}
  { next: 7 } | { limit: 9 } | { next: 7 }
  { nextLink: 'https://a.example/b?$skip=1', previous_link: /b, nextUrl: c } | { $top: 2, $skip: 2 } | { nextLink: 'https://a.example/b?$skip=4&$top=2', previous_link: /b, nextUrl: '4' }
  { '@odata.count': 1, '@odata.nextLink': c } | { $top: 2, $skiptoken: '2' } | { '@odata.count': 5, '@odata.nextLink': '?$skiptoken=4&$top=2' } | 1 | $skiptoken
  { totalPages: 9, numberOfElements: 9, first: true, last: true, empty: true } | { size: 2, page: 2 } | { totalPages: 3, numberOfElements: 2, first: false, last: false, empty: false }
  { current_page: 7, last_page: 7 } | { size: 2 } | { current_page: 1, last_page: 3 }
  { currentPage: 7, lastPage: 7 } | { size: 2 } | { currentPage: 0, lastPage: 2 } | 0
  { links: { next: null, prev: a } } | { per_page: 2, page: 2 } | { links: { next: '?page=3&per_page=2', prev: '?page=1&per_page=2' } } | 1 | page
  { next: 'https://a.example/b' } | { limit: 2 } | { next: 'https://a.example/b?skip=2&limit=2' } | 1 | skip
  { links: { next: c } } | { limit: 2 } | { links: { next: '2' } }
  { _links: { next: { href: '/b?page=9' }, self: { href: /b } } } | { limit: 2 } | { _links: { next: { href: '/b?page=2&limit=2' }, self: { href: /b } } }
  { _links: { next: { href: c }, prev: { href: c } } } | { limit: 2, page: 3 } | { _links: { prev: { href: '?page=2&limit=2' } } } | 1 | page
  { page: { number: 7, size: 7, totalPages: 7 } } | { size: 2, page: 2 } | { page: { number: 2, size: 2, totalPages: 3 } } | 0
  { next: '/b?page=9', first: true } | { size: 2, page: 1 } | { next: '/b?page=2&size=2', first: false } | 0
  { page: 7, per_page: 7 } | {} | { page: 7, per_page: 7 }
  { links: { first: /a, last: /b }, x-result-count: 9 } | { size: 2, page: 3 } | { links: { first: /a, last: /b }, x-result-count: 1 }
  { totalSize: 1, numberMatched: 9, numberReturned: 9, itemsPerPage: 9 } | { itemsPerPage: 2 } | { totalSize: 5, numberMatched: 5, numberReturned: 2, itemsPerPage: 2 }
  { metadata: { continue: c } } | { limit: 2, continue: '2' } | { metadata: { continue: '4' } }
  { next: '/b?page%5Bnumber%5D=9&page[size]=7' } | { 'page[size]': 2 } | { next: '/b?page%5Bnumber%5D=2&page[size]=2' }
`)

t.test('a page tells how many items there are, and what leads to those beside it', async (t) => {
  const items = Array.from({ length: 5 }, (_, id) => ({ id }))
  for (const [body = '', query = '', want = '', first = 1, pagedBy] of TOLD) {
    const selection = selected(items, objectOf(query) as never, Number(first), pagedBy)
    const told = withPages(objectOf(body), selection, () => true)
    t.same(JSON.parse(JSON.stringify(told)), objectOf(want), body)
  }
  const placed = { ...selected(items, { limit: 2 }), path: '/v1/c' }
  for (const [given, want] of [
    ['https://a.example/b?page=9', 'https://a.example/v1/c?page=2&limit=2'],
    ['</b/?page=9>; rel="next"', '</v1/c?page=2&limit=2>; rel="next"'],
    ['?page=9', '?page=2&limit=2'],
  ])
    t.same(
      withPages({ next: given }, placed, () => true),
      { next: want },
      'the list is here',
    )
  const selection = selected(items, {})
  const isKept = (value: unknown) => Object(value).next !== undefined
  const found = withPages({ total: 1, next: 'a' }, selection, () => false)
  t.same(found, { total: 1, next: 'a' })
  t.same(withPages({ next: 'a' }, selection, isKept), { next: null })
  const plain = { data: [Object.create(null)] }
  t.equal(withPages(plain, selection, isKept), plain)
  t.equal(withPages(undefined, selection, isKept), undefined)
})

const LIST = 'type: array'
const ITEMS = 'allOf: [{ type: array, items: { properties: { id: {} } } }, { description: d }]'

/** Members of a body, and the place of its list. */
const LISTS = rowsOf(`
  { pets: { ${LIST} } } | [pets]
  { pets: { ${LIST} }, owners: { ${LIST} } } | null
  { pets: { ${LIST} }, data: { ${LIST} } } | [data]
  { data: { ${LIST} }, pets: { ${ITEMS} } } | [pets]
  { pets: { ${ITEMS} }, data: { ${ITEMS} } } | [data]
  { data: { properties: { pets: { ${ITEMS} } } } } | [data, pets]
  { data: { properties: { pets: { ${LIST} } } } } | null
  { a: { properties: { b: { properties: { pets: { ${ITEMS} } } } } } } | null
`)

t.test('the list of a body that has its items is found', async (t) => {
  for (const [properties = '', want = ''] of LISTS) {
    const value = { type: 'object', properties: objectOf(properties) }
    const found = listEnvelope({}, { pointer: '#', value }, ['id'])
    t.same(found ?? null, yamlOf(want), properties)
  }
})

/** A query, and the ids of the items that it selects. */
const QUERIES = rowsOf(`
  {} | 0 1 2 3 4
  { kind: odd, other: 1 } | 1 3
  { id: [1, '2'] } | 1 2
  { kinds: [odd] } | 1 3
  { limit: 2 } | 0 1
  { limit: 2, offset: 1 } | 1 2
  { per_page: 2, page: 2 } | 2 3
  { page: 1 } | 0 1 2 3 4
  { limit: -1, offset: x } | 0 1 2 3 4
  { owner: 5 } | 0 1 2
  { 'filter[kind]': odd, 'page[size]': 1, 'page[number]': 2 } | 3
  { filter: { kind: odd, id: { gt: 2 } }, page: { limit: 1 } } | 1
  { 'order[kind]': asc, 'exists[kind]': true, sort: { id: desc }, itemsPerPage: 2 } | 0 1
  { sort: -id, limit: 2 } | 4 3
  { min_id: 3 } | 3 4
  { filter: { idMax: 1 }, kind_after: f } | 1
  { sortBy: 'kind,-id' } | 4 2 0 3 1
  { order_by: [kind], order: desc } | 1 3 0 2 4
  { sort: 'id:desc', order: other } | 4 3 2 1 0
  { sort: colour } | 0 1 2 3 4
  { colour: red } | 1
  { tags: b } | 0
`)

t.test('queries select items', async (t) => {
  const items = Array.from({ length: 5 }, (_, id) => ({ id, kind: id % 2 ? 'odd' : 'even' }))
  const more = items.map((item) => {
    // What an object has to do with a text is not known.
    const attributes = item.id < 2 && { attributes: { colour: item.id === 1 ? 'red' : 'blue' } }
    return {
      ...item,
      ...attributes,
      owner: item.id < 3 ? {} : 4,
      tags: item.id === 0 ? ['a', 'b'] : ['c'],
    }
  })
  for (const [query = '', ids] of QUERIES) {
    const { page } = selected(more, objectOf(query) as never)
    t.equal(page.map(({ id }) => id).join(' '), ids, query)
  }
  t.equal(selected(items, { limit: 1 }).all.length, 5)
})

t.test('a map has room for some members', async (t) => {
  const map = new Map(['a', 'b', 'c'].map((name) => [name, 1]))
  makeRoom(map, 2)
  t.same([...map.keys()], ['b', 'c'])
})

t.test('a body without its bytes has its other members', async (t) => {
  const stream = Readable.from([])
  const of = (body: unknown) => withoutBytes({ body } as never).body
  const body = { title: 'fern', photo: { stream }, more: stream, stream: 'a' }
  t.strictSame(of(body), { title: 'fern', stream: 'a' })
  t.equal(of(stream), undefined)
  for (const each of [null, 'a', [1], { a: { stream: null } }]) t.equal(of(each), each)
})
