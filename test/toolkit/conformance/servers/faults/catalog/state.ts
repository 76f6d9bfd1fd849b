/** Faults at what is kept: of a book, of its reviews, and of changes. */

import type { Book, CatalogPoints } from '../../catalog/points.js'
import type { Json, JsonObject } from '../../json/value.js'
import { atFailureOf, before, failsAt, faultsOf, gives, instead, takes, wraps } from '../fault.js'

const novelOf = (p: CatalogPoints): Book => ({
  ...{ title: 'The Garden', isbn: '9780306406157', genres: ['novel'] },
  price: { amount: 12.5, currency: 'EUR' },
  ...{ id: p.newId(), revision: 1, createdAt: p.now() },
})

const READING = `
  404-is-500-(getBook createReview putCover) | * fails for a book that there is not. | no 5xx | error 404 of *: {status: 500}
  404-is-400-(replaceBook createReview) | * answers 400 for a book that there is not. | 404 | error 404 of *: {status: 400}
  create-not-stored | A new book is not stored. | state: create, read | always insert: null
  id-the-same | All books have one id. | state: identity | always newId: 00000000-0000-4000-8000-000000000000
  delete-does-nothing | A deleted book is still there. | state: delete, read | always remove: null
  isbn-not-unique | Two books may have one ISBN. | 409 | always isTaken: false
  isbn-500 | A second book with an ISBN makes the server fail. | no 5xx | error 409: {status: 500}
  invalid-but-stored | A book that breaks the schema is stored. | a refusal has no effect
  sequel-not-checked | sequelOf may name a book that there is not. | 422 | always checkSequel: null
`

const reading = faultsOf<CatalogPoints>('state', READING, {
  'invalid-but-stored': atFailureOf('validate', (p, _value, _schema, call) => {
    if (call.operation.id === 'createBook') p.insert(p.tenantOf(call), novelOf(p))
  }),
})

const UPDATING = `
  put-ignored | PUT changes nothing. | state: update, read
  put-refused-applies | PUT that is refused changes the book. | a refusal has no effect
  patch-ignored | PATCH changes nothing. | RFC 7396
  patch-null-stored | null in a patch is stored. | RFC 7396
`

const updating = faultsOf<CatalogPoints>('update', UPDATING, {
  'put-ignored': gives('update', (updated, tenant, book) => {
    tenant.books.set(book.id, book)
    return updated
  }),
  'put-refused-applies': atFailureOf('validate', (p, _value, _schema, call) => {
    if (call.operation.id === 'replaceBook') p.find(call).title = 'changed'
  }),
  'patch-ignored': instead('merge', (target) => target as Json),
  'patch-null-stored': instead('merge', (target, change) => ({
    ...(target as JsonObject),
    ...(change as JsonObject),
  })),
})

const VERSIONS = `
  if-match-ignored-(replaceBook patchBook deleteBook) | If-Match is ignored by *. | RFC 9110, section 13.1.1
  if-match-right-refused | The right If-Match is refused. | RFC 9110, section 13.1.1
  etag-constant | The ETag never changes. | RFC 9110, section 8.8.3 | always etagOf: '"1"'
`

const isConditional = ({ parameters }: { parameters: object }) => 'if-match' in parameters

const versions = faultsOf<CatalogPoints>(
  'versions',
  VERSIONS,
  { 'if-match-right-refused': failsAt('checkIfMatch', isConditional, 412) },
  {
    'if-match-ignored-*': (id) =>
      wraps('checkIfMatch', (checkIfMatch) => (call, book) => {
        if (call.operation.id !== id) checkIfMatch(call, book)
      }),
  },
)

const REVIEWS = `
  review-not-stored | A new review is not stored. | state: create, list | answer of listReviews: {body: {items: []}}
  review-conflict-ignored | A review with the id of another is answered 200. | 409 | always isRetry: true
  review-retry-409 | The same review again is a conflict. | a retry is safe | always isRetry: false
  cursor-ignored | The cursor is ignored, so that the pages never end. | cursor | always positionOf: 0
`

const SEARCHING = `
  search-(title price genres not)-ignored | The condition * is ignored. | search: * | always conditions/*: true
  search-creates | A search is stored as a book. | safe search
`

const searching = faultsOf<CatalogPoints>('search', SEARCHING, {
  'search-creates': before('searchBooks', (call, p) => p.insert(p.tenantOf(call), novelOf(p))),
})

const ROUND_TRIP = `
  (subtitle authors edition stock)-not-kept | * is not stored. | round trip
  shared-between-requests | Members of the book before come along. | requests are apart
`

const roundTrip = faultsOf<CatalogPoints>(
  'round trip',
  ROUND_TRIP,
  {
    'shared-between-requests': (p) => {
      const all: JsonObject = {}
      p.keep = (body) => ({ ...Object.assign(all, body) })
    },
  },
  { '*-not-kept': (name) => takes('keep', ({ [name]: _, ...body }) => [body as JsonObject]) },
)

export const state = [
  ...roundTrip,
  ...reading,
  ...updating,
  ...versions,
  ...faultsOf<CatalogPoints>('nested', REVIEWS),
  ...searching,
]
