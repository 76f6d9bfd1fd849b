/** Faults at searches. */

import type { CatalogPoints } from '../../../catalog/points.js'
import type { JsonObject } from '../../../json/value.js'
import { before, faultsOf, wraps } from '../../fault.js'
import { novelOf } from '../novel.js'

const ROWS = `
  search-(title price genres not)-ignored | The condition * is ignored. | search: * | always conditions/*: true
  search-either | Of two conditions a book needs to fit one. | search
  search-price-included | above and below include the price itself. | search: price
  search-not-outer-only | Only the first condition inside of not counts. | search: not
  search-offset-ignored | The offset of a search is ignored. | search: offset
  search-limit-ignored | The limit of a search is ignored. | search: limit
  search-creates | A search is stored as a book. | safe search
`

export const searching = faultsOf<CatalogPoints>('search', ROWS, {
  'search-either': wraps(
    'fits',
    (_, p) => (book, condition) =>
      Object.entries(condition).some(([name, wanted]) =>
        p.conditions[name]?.(book, wanted as never),
      ),
  ),
  'search-price-included': (p) => {
    p.conditions.price = (
      { price },
      { above = 0, below = 1e9 }: { above: number; below: number },
    ) => Number(price.amount) >= above && Number(price.amount) <= below
  },
  'search-not-outer-only': (p) => {
    p.conditions.not = (book, condition: JsonObject) =>
      !p.fits(book, Object.fromEntries(Object.entries(condition).slice(0, 1)))
  },
  'search-offset-ignored': before('searchBooks', (call) => {
    call.body = { ...(call.body as JsonObject), offset: 0 }
  }),
  'search-limit-ignored': before('searchBooks', (call) => {
    call.body = { ...(call.body as JsonObject), limit: 100 }
  }),
  'search-creates': before('searchBooks', (call, p) => {
    p.insert(p.tenantOf(call), novelOf(p))
  }),
})
