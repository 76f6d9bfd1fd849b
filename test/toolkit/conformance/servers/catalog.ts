import { books } from './catalog/books.js'
import { collections } from './catalog/collections.js'
import { coverParts, covers } from './catalog/covers.js'
import { lists } from './catalog/lists.js'
import type { Book, CatalogPoints } from './catalog/points.js'
import { reviewParts, reviews } from './catalog/reviews.js'
import { store } from './catalog/store.js'
import { versions } from './catalog/versions.js'
import type { JsonObject } from './json/value.js'
import { Failure } from './kernel/failure.js'
import { makePoints } from './kernel/make-points.js'
import type { Call, Principal } from './kernel/points.js'

/** Credentials of the catalog; those of `other` are of another tenant. */
export const credentials = {
  bearerAuth: 'tenant-one-writes-0123456789',
  reader: 'tenant-one-reads-0123456789',
  other: 'tenant-two-writes-0123456789',
  apiKey: 'key-of-tenant-one-0123456789',
}

const reader: Principal = { tenant: 'one', scopes: ['books:read'] }
const writer: Principal = { tenant: 'one', scopes: ['books:read', 'books:write'] }

const tokens = new Map<string, Principal>([
  [credentials.bearerAuth, writer],
  [credentials.reader, reader],
  [credentials.other, { ...writer, tenant: 'two' }],
])

const COVER = 65_536

export function makeCatalog(): CatalogPoints {
  const p = makePoints('catalog', tokens) as CatalogPoints
  Object.assign(p, store(p), versions(p), lists(p), reviewParts, coverParts, {
    errorType: 'application/problem+json',
    errorBody: ({ status, message, pointer }: Failure): JsonObject => ({
      ...{ type: 'about:blank', title: message, status },
      ...(pointer !== undefined && { pointer }),
    }),
    locationOf: ({ id }: Book) => `/books/${id}`,
    bodyLimit: ({ operation }: Call) => (operation.id === 'putCover' ? COVER : 1_000_000),
  })
  p.schemes.apiKey = ({ headers }) => {
    const key = headers['x-api-key']
    if (key === undefined) return undefined
    if (key === credentials.apiKey) return reader
    throw new Failure(401, 'The key is not accepted.', {
      headers: { 'WWW-Authenticate': p.challenge('invalid_token') },
    })
  }
  p.handlers = { ...books(p), ...collections(p), ...reviews(p), ...covers(p) }
  return p
}
