/** Faults at what is kept of a book. */

import type { Book, CatalogPoints } from '../../../catalog/points.js'
import type { Json, JsonObject } from '../../../json/value.js'
import { faultsOf, type Servers, takes } from '../../fault.js'

/** Keeps another value of a member than was sent; without a value it is not kept. */
const keeps = <Value = Json>(name: string, change: (value: Value) => Json | undefined) =>
  takes<CatalogPoints, 'keep'>('keep', (body) => {
    const { [name]: value, ...others } = body
    const kept = value === undefined ? undefined : change(value as Value)
    return [(kept === undefined ? others : { ...body, [name]: kept }) as JsonObject]
  })

const keepsTitle = (change: (title: string) => string) => keeps('title', change)

/** The day before one. */
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const ROWS = `
  (subtitle authors edition stock)-not-kept | * is not stored. | round trip
  title-trimmed | Titles are trimmed. | round trip
  title-lower-cased | Titles are in small letters. | round trip
  title-normalized | Titles are normalized to NFC. | round trip
  title-cut | Titles are cut after 50 characters. | round trip
  title-escaped | Titles are escaped for HTML. | round trip
  title-astral-lost | Characters of four bytes are lost. | round trip
  subtitle-null-dropped | A subtitle of null is not stored. | round trip
  stock-rounded | A large stock is rounded. | format: int64, exact
  stock-zero-dropped | A stock of 0 is not stored. | round trip
  amount-whole | Amounts are whole numbers. | round trip
  genres-first-kept | Only the first genre is stored. | round trip
  authors-none-dropped | An empty list of authors is not stored. | round trip
  author-nested-lost | Of authors only the names are stored. | round trip
  date-with-zone | The day of publication is one day off. | round trip
  shared-between-requests | Members of the book before come along. | requests are apart
`

const SERVERS: Servers<CatalogPoints> = {
  'title-trimmed': keepsTitle((title) => title.trim()),
  'title-lower-cased': keepsTitle((title) => title.toLowerCase()),
  'title-normalized': keepsTitle((title) => title.normalize()),
  'title-cut': keepsTitle((title) => title.slice(0, 50)),
  'title-escaped': keepsTitle((title) => title.replaceAll('&', '&amp;')),
  'title-astral-lost': keepsTitle((title) => title.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  'subtitle-null-dropped': keeps('subtitle', (subtitle) => subtitle ?? undefined),
  'stock-rounded': keeps('stock', (stock) =>
    typeof stock === 'bigint' ? BigInt(Number(stock)) : stock,
  ),
  'stock-zero-dropped': keeps('stock', (stock) => stock || undefined),
  'amount-whole': keeps<Book['price']>('price', ({ amount, ...price }) => ({
    ...price,
    amount: Math.trunc(Number(amount)),
  })),
  'genres-first-kept': keeps<string[]>('genres', (genres) => genres.slice(0, 1)),
  'authors-none-dropped': keeps<Json[]>('authors', (authors) =>
    authors.length === 0 ? undefined : authors,
  ),
  'author-nested-lost': keeps<JsonObject[]>('authors', (authors) =>
    authors.map(({ name = '' }) => ({ name })),
  ),
  'date-with-zone': keeps('publishedOn', dayBefore),
  'shared-between-requests': (p) => {
    const all: JsonObject = {}
    p.keep = (body) => ({ ...Object.assign(all, body) })
  },
}

export const roundTrip = faultsOf('round trip', ROWS, SERVERS, {
  '*-not-kept': (name) => keeps(name, () => undefined),
})
