/** Faults at what a list selects, at its order and at its pages. */

import type { CatalogPoints } from '../../catalog/points.js'
import { faultsOf, gives, instead } from '../fault.js'
import { ignores } from './parameters.js'

const filter = (name: string, fits: CatalogPoints['filters'][string]) => (p: CatalogPoints) => {
  p.filters[name] = fits
}

const ROWS = `
  limit-ignored | The limit is ignored. | limit
  limit-one-less | A page has one book less. | limit
  offset-ignored | The offset is ignored. | offset
  genre-ignored | The genre is ignored. | genre | always filters/genre: true
  max-price-as-text | Prices are compared as text. | maxPrice
  title-filter-begins | Only the beginning of a title is looked at. | title
  sort-ignored | The sort is ignored. | sort
  order-newest-first | Without a sort the newest is first. | order
`

const rows = faultsOf<CatalogPoints>('search', ROWS, {
  'limit-ignored': ignores('limit'),
  'limit-one-less': gives('pageOf', (page, books, limit, offset) => ({
    ...page,
    items: books.slice(offset, offset + limit - 1),
  })),
  'offset-ignored': ignores('offset'),
  'max-price-as-text': filter(
    'maxPrice',
    ({ price }, most: number) => String(price.amount) <= String(most),
  ),
  'title-filter-begins': filter('title', ({ title }, text: string) => title.startsWith(text)),
  'sort-ignored': instead('sort', (books) => books),
  'order-newest-first': gives('sort', (sorted, _, by) =>
    by === undefined ? sorted.toReversed() : sorted,
  ),
})

const PAGING = `
  total-off-by-one | total is one too large. | total
  next-missing | There is no next page, though there are more books. | next | always nextOf: null
  next-the-same | The next page is the same page. | next
`

const paging = faultsOf<CatalogPoints>('paging', PAGING, {
  'total-off-by-one': gives('pageOf', (page) => ({ ...page, total: page.total + 1 })),
  'next-the-same': gives('nextOf', (next, { parameters: { offset } }) =>
    next?.replace(/offset=\d+/, `offset=${offset}`),
  ),
})

export const selection = [...rows, ...paging]
