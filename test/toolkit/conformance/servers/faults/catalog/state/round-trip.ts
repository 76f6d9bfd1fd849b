/** Faults at what is kept of a book. */

import type { CatalogPoints } from '../../../catalog/points.js'
import type { Json, JsonObject } from '../../../json/value.js'
import { faultsOf, type Servers } from '../../fault.js'

/** Keeps something else than was sent. */
const keeps = (change: (body: JsonObject) => JsonObject) => (p: CatalogPoints) => {
  p.keep = (body) => change({ ...body })
}

const keepsTitle = (change: (title: string) => string) =>
  keeps((body) => ({ ...body, title: change(body.title as string) }))

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
  'subtitle-null-dropped': keeps(
    ({ subtitle, ...body }) => (subtitle ? { ...body, subtitle } : body) as JsonObject,
  ),
  'stock-rounded': keeps((body) =>
    typeof body.stock === 'bigint' ? { ...body, stock: BigInt(Number(body.stock)) } : body,
  ),
  'stock-zero-dropped': keeps(
    ({ stock, ...body }) => (stock ? { ...body, stock } : body) as JsonObject,
  ),
  'amount-whole': keeps((body) => ({
    ...body,
    price: {
      ...(body.price as JsonObject),
      amount: Math.trunc((body.price as { amount: number }).amount),
    },
  })),
  'genres-first-kept': keeps((body) => ({
    ...body,
    genres: (body.genres as string[]).slice(0, 1),
  })),
  'authors-none-dropped': keeps(
    ({ authors, ...body }) =>
      (Array.isArray(authors) && authors.length === 0
        ? body
        : { ...body, ...(authors && { authors }) }) as JsonObject,
  ),
  'author-nested-lost': keeps((body) => ({
    ...body,
    ...(Array.isArray(body.authors) && {
      authors: body.authors.map((each) => ({ name: (each as JsonObject).name as Json })),
    }),
  })),
  'date-with-zone': keeps((body) =>
    body.publishedOn
      ? {
          ...body,
          publishedOn: new Date(Date.parse(body.publishedOn as string) - 86_400_000)
            .toISOString()
            .slice(0, 10),
        }
      : body,
  ),
  'shared-between-requests': (p) => {
    const all: JsonObject = {}
    p.keep = (body) => ({ ...Object.assign(all, body) })
  },
}

export const roundTrip = faultsOf('round trip', ROWS, SERVERS, {
  '*-not-kept': (name) => keeps(({ [name]: _, ...body }) => body as JsonObject),
})
