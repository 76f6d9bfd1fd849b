/** Faults at what a list selects, at its order and at its pages. */

import assert from 'node:assert/strict'
import type { CatalogPoints } from '../../catalog/points.js'
import { asks, expect } from '../../exchange/expect.js'
import { type AnyJson, jsonOf } from '../../exchange/reply.js'
import type { Json } from '../../json/value.js'
import type { Call } from '../../kernel/points.js'
import { after, changes, faultRows, faultsOf, wraps } from '../fault.js'
import { ignores, schemaOf } from './parameters.js'
import { lists, named, titlesOf, withBook, withBooks } from './requests.js'

/** Changes parameters after they are validated. */
const adjusts = (change: (parameters: Record<string, Json>, call: Call) => void) =>
  wraps<CatalogPoints, 'readParameters'>('readParameters', (readParameters) => (call) => {
    readParameters(call)
    change(call.parameters, call)
  })

const filter =
  (name: string, fits: (book: AnyJson, wanted: never) => boolean) => (p: CatalogPoints) => {
    p.filters[name] = fits
  }

const all = (name: string) => filter(name, () => true)
const stocked = [{ title: 'a', stock: 3 }, { title: 'b', stock: 0 }, { title: 'c' }]
const priced = [12, 9, 100, 1.5].map((amount, at) => ({
  title: 'abcd'[at] as string,
  price: { amount, currency: at < 2 ? 'EUR' : 'USD' },
}))
const dated = ['2020-01-01', '2021-06-30', undefined].map((publishedOn, at) => ({
  title: 'abc'[at] as string,
  publishedOn,
}))
const kinds = [['novel'], ['comic'], ['novel', 'poetry'], ['history']].map((genres, at) => ({
  title: 'abcd'[at] as string,
  genres,
}))
const five = named('a', 'b', 'c', 'd', 'e')
const many = Array.from({ length: 22 }, (_, at) => ({ title: `t${at}` }))

const ROWS = `
  limit-ignored | The limit is ignored. | limit
  limit-one-more | A page has one book more. | limit
  limit-one-less | A page has one book less. | limit
  limit-other-default | Without a limit a page has ten books. | default
  limit-no-default | Without a limit all books come. | default
  offset-ignored | The offset is ignored. | offset
  offset-off-by-one | The offset leaves out one book less. | offset
  offset-in-pages | The offset counts pages. | offset
  genre-ignored | The genre is ignored. | genre
  genre-only-first | Of several genres only the first one counts. | style: form, explode
  genre-all | A book must be of all genres. | genre
  published-from-excluded | Books of the first day are left out. | publishedFrom
  in-stock-false-is-true | inStock=false is true. | type: boolean
  in-stock-not-absent | Books without a stock are neither in stock nor not. | inStock
  max-price-as-text | Prices are compared as text. | maxPrice
  title-filter-begins | Only the beginning of a title is looked at. | title
  title-filter-of-pattern | The text is a regular expression. | title
  sort-ignored | The sort is ignored. | sort
  sort-turned | Sorts are the wrong way round. | sort
  sort-price-as-text | Prices are sorted as text. | sort
  sort-after-page | Only the page is sorted. | sort
  filter-after-page | Only the page is filtered. | genre
  order-newest-first | Without a sort the newest is first. | order
  filters-either | Of two filters a book needs to fit one. | all filters
  second-filter-ignored | Beside a genre other filters are ignored. | all filters
  created-since-ignored | The time of an export is ignored. | createdSince
  created-since-offset-ignored | The offset of a time is ignored. | format: date-time
`

const rows = faultRows<CatalogPoints>(ROWS, {
  'limit-ignored': [ignores('limit'), lists(five, 'limit=2', ['a', 'b'])],
  'limit-one-more': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => pageOf(books, limit + 1, offset)),
    lists(five, 'limit=2', ['a', 'b']),
  ],
  'limit-one-less': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => ({
      ...pageOf(books, limit, offset),
      items: books.slice(offset, offset + limit - 1),
    })),
    lists(five, 'limit=2', ['a', 'b']),
  ],
  'limit-other-default': [
    changes(schemaOf('Limit'), { default: 10 }),
    lists(
      many,
      '',
      many.slice(0, 20).map(({ title }) => title),
    ),
  ],
  'limit-no-default': [
    changes(schemaOf('Limit'), { default: 1000 }),
    lists(
      many,
      '',
      many.slice(0, 20).map(({ title }) => title),
    ),
  ],
  'offset-ignored': [ignores('offset'), lists(five, 'offset=3', ['d', 'e'])],
  'offset-off-by-one': [
    wraps(
      'pageOf',
      (pageOf) => (books, limit, offset) => pageOf(books, limit, Math.max(0, offset - 1)),
    ),
    lists(five, 'offset=3', ['d', 'e']),
  ],
  'offset-in-pages': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => pageOf(books, limit, offset * limit)),
    lists(five, 'offset=1&limit=2', ['b', 'c']),
  ],
  'genre-ignored': [all('genre'), lists(kinds, 'genre=comic', ['b'])],
  'genre-only-first': [
    wraps(
      'convertTexts',
      (convertTexts) => (texts, parameter) =>
        convertTexts(parameter.name === 'genre' ? texts.slice(0, 1) : texts, parameter),
    ),
    lists(kinds, 'genre=novel&genre=comic', ['a', 'b', 'c']),
  ],
  'genre-all': [
    filter('genre', ({ genres }: { genres: string[] }, wanted: string[]) =>
      wanted.every((each) => genres.includes(each)),
    ),
    lists(kinds, 'genre=novel&genre=comic', ['a', 'b', 'c']),
  ],
  'published-from-excluded': [
    filter(
      'publishedFrom',
      ({ publishedOn = '' }: { publishedOn?: string }, day: string) => publishedOn > day,
    ),
    lists(dated, 'publishedFrom=2021-06-30', ['b']),
  ],
  'in-stock-false-is-true': [
    filter('inStock', ({ stock = 0 }: { stock?: number }) => stock > 0),
    lists(stocked, 'inStock=false', ['b', 'c']),
  ],
  'in-stock-not-absent': [
    filter(
      'inStock',
      ({ stock }: { stock?: number }, wanted: boolean) =>
        stock !== undefined && stock > 0 === wanted,
    ),
    lists(stocked, 'inStock=false', ['b', 'c']),
  ],
  'max-price-as-text': [
    filter(
      'maxPrice',
      ({ price }: { price: { amount: number } }, most: number) =>
        String(price.amount) <= String(most),
    ),
    lists(priced, 'maxPrice=20', ['a', 'b', 'd']),
  ],
  'title-filter-begins': [
    filter('title', ({ title }: { title: string }, text: string) => title.startsWith(text)),
    lists(named('Fern', 'Moss'), 'title=os', ['Moss']),
  ],
  'title-filter-of-pattern': [
    filter('title', ({ title }: { title: string }, text: string) => new RegExp(text).test(title)),
    lists(named('a+b', 'aab'), 'title=a%2Bb', ['a+b']),
  ],
  'sort-ignored': [
    wraps('sort', () => (books) => books),
    lists(named('b', 'a'), 'sort=title', ['a', 'b']),
  ],
  'sort-turned': [
    wraps('sort', (sort) => (books, by) => (by === undefined ? books : sort(books, by).reverse())),
    lists(named('b', 'a'), 'sort=title', ['a', 'b']),
  ],
  'sort-price-as-text': [
    (p) => {
      p.orders.price = (one, other) =>
        String(one.price.amount) < String(other.price.amount) ? -1 : 1
    },
    lists(priced, 'sort=price', ['d', 'b', 'a', 'c']),
  ],
  'sort-after-page': [
    (p) => {
      const { pageOf, sort } = p
      let by: Json | undefined
      p.sort = (books, given) => {
        by = given
        return books
      }
      p.pageOf = (books, limit, offset) => {
        const page = pageOf(books, limit, offset)
        return { ...page, items: sort(page.items, by) }
      }
    },
    lists(named('c', 'b', 'a'), 'sort=title&limit=2', ['a', 'b']),
  ],
  'filter-after-page': [
    (p) => {
      const own = p.filters.genre as never as (b: object, w: string[]) => boolean
      let wanted: string[] | undefined
      p.filters.genre = (_: object, given: string[]) => {
        wanted = given
        return true
      }
      const { pageOf } = p
      p.pageOf = (books, limit, offset) => {
        const page = pageOf(books, limit, offset)
        return { ...page, items: page.items.filter((book) => !wanted || own(book, wanted)) }
      }
    },
    lists(kinds, 'genre=history&limit=2', ['d']),
  ],
  'order-newest-first': [
    wraps(
      'sort',
      (sort) => (books, by) => (by === undefined ? books.toReversed() : sort(books, by)),
    ),
    lists(five, '', ['a', 'b', 'c', 'd', 'e']),
  ],
  'filters-either': [
    (p) => {
      const own = { ...p.filters }
      p.filters.maxPrice = (book, most) =>
        own.maxPrice?.(book, most) || book.price.currency === 'USD'
      p.filters.currencies = () => true
    },
    lists(priced, 'currencies=USD&maxPrice=10', ['d']),
  ],
  'second-filter-ignored': [
    adjusts((parameters) => {
      if (parameters.genre) delete parameters.title
    }),
    lists(
      [
        { title: 'x', genres: ['comic'] },
        { title: 'y', genres: ['comic'] },
      ],
      'genre=comic&title=y',
      ['y'],
    ),
  ],
  'created-since-ignored': [
    ignores('createdSince'),
    withBook(async (api) => {
      const { body } = expect(
        await api.send({ path: '/export?createdSince=2999-01-01T00:00:00Z' }),
        200,
      )
      assert.equal(body.length, 0)
    }),
  ],
  'created-since-offset-ignored': [
    wraps(
      'convert',
      (convert) => (text, schema) =>
        convert(schema.format === 'date-time' ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text, schema),
    ),
    withBook(async (api, book) => {
      const time = new Date(Date.parse(book.createdAt) + 7_200_000 - 1_000)
        .toISOString()
        .replace('Z', '%2B02:00')
      const { body } = expect(await api.send({ path: `/export?createdSince=${time}` }), 200)
      assert.ok(body.length > 0)
    }),
  ],
})

const PAGING = `
  list-empty-404 | An empty list is answered 404. | documented status
  total-of-page | total counts the page. | total
  total-of-all | total counts the books that do not fit. | total
  total-off-by-one | total is one too large. | total
  count-differs-from-total | X-Total-Count is another number than total. | header: X-Total-Count
  next-missing | There is no next page, though there are more books. | next
  next-on-last | The last page has a next one. | next
  next-the-same | The next page is the same page. | next
  next-skips | The next page leaves out a book. | next
  next-without-filters | The next page has other filters. | next
  next-leads-nowhere | The next page is at a path that there is not. | next
`

const paging = faultRows<CatalogPoints>(PAGING, {
  'list-empty-404': [
    after('listBooks', (answer) =>
      (answer.body as { items: Json[] }).items.length === 0
        ? {
            status: 404,
            type: 'application/problem+json',
            body: { type: 'about:blank', title: 'There are none.', status: 404 },
          }
        : answer,
    ),
    asks({ path: '/books' }, 200),
  ],
  'total-of-page': [
    wraps('pageOf', (pageOf) => (...args) => {
      const page = pageOf(...args)
      return { ...page, total: page.items.length }
    }),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=2', { json: ({ total }) => assert.equal(total, 5) })
    }),
  ],
  'total-of-all': [
    (p) => {
      const { tenantOf, pageOf } = p
      let count = 0
      p.tenantOf = (call) => {
        const tenant = tenantOf(call)
        count = tenant.books.size
        return tenant
      }
      p.pageOf = (...args) => ({ ...pageOf(...args), total: count })
    },
    withBooks(kinds, async (api) => {
      await titlesOf(api, 'genre=comic', { json: ({ total }) => assert.equal(total, 1) })
    }),
  ],
  'total-off-by-one': [
    wraps('pageOf', (pageOf) => (...args) => {
      const page = pageOf(...args)
      return { ...page, total: page.total + 1 }
    }),
    withBooks(five, async (api) => {
      await titlesOf(api, '', { json: ({ total }) => assert.equal(total, 5) })
    }),
  ],
  'count-differs-from-total': [
    after('listBooks', (answer) => ({ ...answer, headers: { 'X-Total-Count': '0' } })),
    withBooks(five, async (api) => {
      await titlesOf(api, '', { headers: { 'x-total-count': /^5$/ } })
    }),
  ],
  'next-missing': [
    wraps('nextOf', () => () => undefined),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=2', { json: ({ next }) => assert.ok(next) })
    }),
  ],
  'next-on-last': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, { ...page, hasMore: true })),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=5', { json: ({ next }) => assert.equal(next, undefined) })
    }),
  ],
  'next-the-same': [
    wraps(
      'nextOf',
      (nextOf) => (call, page) =>
        nextOf(call, page)?.replace(/offset=\d+/, `offset=${call.parameters.offset}`),
    ),
    pagesThrough('limit=2', five),
  ],
  'next-skips': [
    wraps(
      'nextOf',
      (nextOf) => (call, page) =>
        nextOf(call, page)?.replace(/offset=(\d+)/, (_, at) => `offset=${Number(at) + 1}`),
    ),
    pagesThrough('limit=2', five),
  ],
  'next-without-filters': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, page)?.replace(/title=[^&]*&/, '')),
    pagesThrough('title=x&limit=1', named('ax', 'b', 'xc'), ['ax', 'xc']),
  ],
  'next-leads-nowhere': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, page)?.replace('/books', '/v2/books')),
    pagesThrough('limit=2', five),
  ],
})

function pagesThrough(
  query: string,
  overs: { title: string }[],
  titles = overs.map(({ title }) => title),
) {
  return withBooks(overs, async (api) => {
    const found: string[] = []
    let path: string | undefined = `/books?${query}`
    for (let count = 0; path !== undefined && count < 10; count++) {
      const { items, next } = jsonOf(expect(await api.send({ path }), 200))
      found.push(...items.map(({ title }: { title: string }) => title))
      path = next
    }
    assert.deepEqual(found, titles)
  })
}

export const selection = [
  ...faultsOf<CatalogPoints>('search', rows),
  ...faultsOf<CatalogPoints>('paging', paging),
]
