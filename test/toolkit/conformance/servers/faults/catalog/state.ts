/** Faults at what is kept: of a book, of its reviews, and of changes. */

import type { Book, CatalogPoints } from '../../catalog/points.js'
import type { Json, JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import {
  after,
  atFailureOf,
  before,
  failsAt,
  faultsOf,
  gives,
  instead,
  takes,
  wraps,
} from '../fault.js'

/** A book that a fault makes. */
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
  delete-still-listed | A deleted book is still in the list. | state: delete, list
  isbn-not-unique | Two books may have one ISBN. | 409 | always isTaken: false
  isbn-500 | A second book with an ISBN makes the server fail. | no 5xx | error 409: {status: 500}
  invalid-but-stored | A book that breaks the schema is stored. | a refusal has no effect
  sequel-not-checked | sequelOf may name a book that there is not. | 422 | always checkSequel: null
`

const reading = faultsOf<CatalogPoints>('state', READING, {
  'delete-still-listed': (p) => {
    const gone = new Set<Book>()
    p.remove = (_, book) => void gone.add(book)
    gives<CatalogPoints, 'find'>('find', (book) => {
      if (gone.has(book)) throw new Failure(404, 'There is no such book.')
      return book
    })(p)
  },
  'invalid-but-stored': atFailureOf('validate', (p, _value, _schema, call) => {
    if (call.operation.id === 'createBook') p.insert(p.tenantOf(call), novelOf(p))
  }),
})

const UPDATING = `
  put-ignored | PUT changes nothing. | state: update, read
  put-merges | PUT keeps members that are absent. | PUT replaces
  put-changes-id | PUT gives the book another id. | PUT keeps identity
  put-refused-applies | PUT that is refused changes the book. | a refusal has no effect
  patch-ignored | PATCH changes nothing. | RFC 7396
  patch-null-stored | null in a patch is stored. | RFC 7396
`

const updating = faultsOf<CatalogPoints>('update', UPDATING, {
  'put-ignored': gives('update', (updated, tenant, book) => {
    tenant.books.set(book.id, book)
    return updated
  }),
  'put-merges': before('replaceBook', (call, p) => {
    call.body = { ...p.find(call), ...(call.body as JsonObject) }
  }),
  'put-changes-id': wraps('update', (update, p) => (tenant, book, content) => {
    const kept = { ...update(tenant, book, content), id: p.newId() }
    tenant.books.delete(book.id)
    tenant.books.set(kept.id, kept)
    return kept
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
  if-match-after-change | A 412 comes after the change was made. | a refusal has no effect
  etag-constant | The ETag never changes. | RFC 9110, section 8.8.3 | always etagOf: '"1"'
  if-none-match-ignored | If-None-Match is ignored. | RFC 9110, section 13.1.2
`

const isConditional = ({ parameters }: { parameters: object }) => 'if-match' in parameters

const versions = faultsOf<CatalogPoints>(
  'versions',
  VERSIONS,
  {
    'if-match-right-refused': failsAt('checkIfMatch', isConditional, 412),
    'if-match-after-change': atFailureOf('checkIfMatch', (_p, _call, book) => {
      book.title = 'changed'
    }),
    'if-none-match-ignored': before('getBook', ({ parameters }) => {
      delete parameters['if-none-match']
    }),
  },
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
  reviews-of-other-books | The reviews of all books are listed. | state: nested
  cursor-ignored | The cursor is ignored, so that the pages never end. | cursor | always positionOf: 0
`

const reviews = faultsOf<CatalogPoints>('nested', REVIEWS, {
  'reviews-of-other-books': after('listReviews', (answer, call, p) => {
    const items = [...p.tenantOf(call).reviews.values()].flatMap((each) => [...each.values()])
    return { ...answer, body: { items } }
  }),
})

const SEARCHING = `
  search-(title price genres not)-ignored | The condition * is ignored. | search: * | always conditions/*: true
  search-creates | A search is stored as a book. | safe search
`

const searching = faultsOf<CatalogPoints>('search', SEARCHING, {
  'search-creates': before('searchBooks', (call, p) => {
    p.insert(p.tenantOf(call), novelOf(p))
  }),
})

/** Keeps another value of a member than was sent; without a value it is not kept. */
const keeps = (name: string, change: (value: never) => Json | undefined) =>
  takes<CatalogPoints, 'keep'>('keep', (body) => {
    const { [name]: value, ...others } = body
    const kept = value === undefined ? undefined : change(value as never)
    return [kept === undefined ? others : { ...body, [name]: kept }]
  })

const ROUND_TRIP = `
  (subtitle authors edition stock)-not-kept | * is not stored. | round trip
  title-cut | Titles are cut after 50 characters. | round trip
  stock-rounded | A large stock is rounded. | format: int64, exact
  shared-between-requests | Members of the book before come along. | requests are apart
`

const roundTrip = faultsOf<CatalogPoints>(
  'round trip',
  ROUND_TRIP,
  {
    'title-cut': keeps('title', (title: string) => title.slice(0, 50)),
    'stock-rounded': keeps('stock', (stock) => BigInt(Number(stock))),
    'shared-between-requests': (p) => {
      const all: JsonObject = {}
      p.keep = (body) => ({ ...Object.assign(all, body) })
    },
  },
  { '*-not-kept': (name) => keeps(name, () => undefined) },
)

export const state = [...roundTrip, ...reading, ...updating, ...versions, ...reviews, ...searching]
