/** Faults at what a list selects, at its order and at its pages. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json } from '../../json/value.js'
import { after, before, faultsOf, gives, instead, takes } from '../fault.js'
import { ignores } from './parameters.js'

const filter = (name: string, fits: CatalogPoints['filters'][string]) => (p: CatalogPoints) => {
  p.filters[name] = fits
}

const ROWS = `
  limit-ignored | The limit is ignored. | limit
  limit-one-more | A page has one book more. | limit
  limit-one-less | A page has one book less. | limit
  limit-other-default | Without a limit a page has ten books. | default | parameters/Limit: {default: 10}
  limit-no-default | Without a limit all books come. | default | parameters/Limit: {default: 1000}
  offset-ignored | The offset is ignored. | offset
  offset-off-by-one | The offset leaves out one book less. | offset
  genre-ignored | The genre is ignored. | genre | always filters/genre: true
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
  order-newest-first | Without a sort the newest is first. | order
  filters-either | Of two filters a book needs to fit one. | all filters
  second-filter-ignored | Beside a genre other filters are ignored. | all filters
  created-since-ignored | The time of an export is ignored. | createdSince
  created-since-offset-ignored | The offset of a time is ignored. | format: date-time
`

const rows = faultsOf<CatalogPoints>('search', ROWS, {
  'limit-ignored': ignores('limit'),
  'limit-one-more': takes('pageOf', (books, limit, offset) => [books, limit + 1, offset]),
  'limit-one-less': gives('pageOf', (page, books, limit, offset) => ({
    ...page,
    items: books.slice(offset, offset + limit - 1),
  })),
  'offset-ignored': ignores('offset'),
  'offset-off-by-one': takes('pageOf', (books, limit, offset) => [
    books,
    limit,
    Math.max(0, offset - 1),
  ]),
  'genre-all': filter('genre', ({ genres }, wanted: string[]) =>
    wanted.every((each) => genres.includes(each)),
  ),
  'published-from-excluded': filter(
    'publishedFrom',
    ({ publishedOn = '' }, day: string) => String(publishedOn) > day,
  ),
  'in-stock-false-is-true': filter('inStock', ({ stock = 0 }) => Number(stock) > 0),
  'in-stock-not-absent': filter(
    'inStock',
    ({ stock }, wanted: boolean) => stock !== undefined && Number(stock) > 0 === wanted,
  ),
  'max-price-as-text': filter(
    'maxPrice',
    ({ price }, most: number) => String(price.amount) <= String(most),
  ),
  'title-filter-begins': filter('title', ({ title }, text: string) => title.startsWith(text)),
  'title-filter-of-pattern': filter('title', ({ title }, text: string) =>
    new RegExp(text).test(title),
  ),
  'sort-ignored': instead('sort', (books) => books),
  'sort-turned': gives('sort', (sorted, _, by) => (by === undefined ? sorted : sorted.reverse())),
  'sort-price-as-text': (p) => {
    p.orders.price = (one, other) =>
      String(one.price.amount) < String(other.price.amount) ? -1 : 1
  },
  'sort-after-page': (p) => {
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
  'order-newest-first': gives('sort', (sorted, _, by) =>
    by === undefined ? sorted.toReversed() : sorted,
  ),
  'filters-either': (p) => {
    const own = { ...p.filters }
    p.filters.maxPrice = (book, most) => own.maxPrice?.(book, most) || book.price.currency === 'USD'
    p.filters.currencies = () => true
  },
  'second-filter-ignored': before('listBooks', ({ parameters }) => {
    if (parameters.genre) delete parameters.title
  }),
  'created-since-ignored': ignores('createdSince'),
  'created-since-offset-ignored': takes('convert', (text, schema) => [
    schema.format === 'date-time' ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text,
    schema,
  ]),
})

const PAGING = `
  list-empty-404 | An empty list is answered 404. | documented status
  total-of-page | total counts the page. | total
  total-off-by-one | total is one too large. | total
  count-differs-from-total | X-Total-Count is another number than total. | header: X-Total-Count | answer of listBooks: {headers: {X-Total-Count: '0'}}
  next-missing | There is no next page, though there are more books. | next | always nextOf: null
  next-on-last | The last page has a next one. | next
  next-the-same | The next page is the same page. | next
  next-skips | The next page leaves out a book. | next
  next-without-filters | The next page has other filters. | next
  next-leads-nowhere | The next page is at a path that there is not. | next
`

const paging = faultsOf<CatalogPoints>('paging', PAGING, {
  'list-empty-404': after('listBooks', (answer) =>
    (answer.body as { items: Json[] }).items.length === 0
      ? {
          status: 404,
          type: 'application/problem+json',
          body: { type: 'about:blank', title: 'There are none.', status: 404 },
        }
      : answer,
  ),
  'total-of-page': gives('pageOf', (page) => ({ ...page, total: page.items.length })),
  'total-off-by-one': gives('pageOf', (page) => ({ ...page, total: page.total + 1 })),
  'next-on-last': takes('nextOf', (call, page) => [call, { ...page, hasMore: true }]),
  'next-the-same': gives('nextOf', (next, { parameters: { offset } }) =>
    next?.replace(/offset=\d+/, `offset=${offset}`),
  ),
  'next-skips': gives('nextOf', (next) =>
    next?.replace(/offset=(\d+)/, (_, at) => `offset=${Number(at) + 1}`),
  ),
  'next-without-filters': gives('nextOf', (next) => next?.replace(/title=[^&]*&/, '')),
  'next-leads-nowhere': gives('nextOf', (next) => next?.replace('/books', '/v2/books')),
})

export const selection = [...rows, ...paging]
