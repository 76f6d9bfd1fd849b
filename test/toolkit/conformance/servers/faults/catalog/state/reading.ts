/** Faults at what is there after it was made or deleted. */

import type { Book, CatalogPoints } from '../../../catalog/points.js'
import { Failure } from '../../../kernel/failure.js'
import { atFailureOf, failsAt, faultsOf, gives, instead, takes, wraps } from '../../fault.js'
import { novelOf } from '../novel.js'

/** An operation finds books that were deleted. */
const findsGone = (operation: string) => (p: CatalogPoints) => {
  const gone = new Map<string, Book>()
  const { remove, find } = p
  p.remove = (tenant, book) => {
    gone.set(book.id, book)
    remove(tenant, book)
  }
  p.find = (call) =>
    (call.operation.id === operation && gone.get(call.parameters.bookId as string)) || find(call)
}

const ROWS = `
  404-is-500-(getBook createReview putCover) | * fails for a book that there is not. | no 5xx | error 404 of *: {status: 500}
  404-is-400-(replaceBook createReview) | * answers 400 for a book that there is not. | 404 | error 404 of *: {status: 400}
  create-not-stored | A new book is not stored. | state: create, read | always insert: null
  create-not-listed | A new book is not in the list. | state: create, list
  id-the-same | All books have one id. | state: identity | always newId: 00000000-0000-4000-8000-000000000000
  read-another | Reading answers with the first book. | state: create, read
  read-404-is-200 | A book that there is not is answered 200 with null. | 404 | error 404 of getBook: {status: 200, type: application/json, text: 'null', headers: {ETag: '""', X-Request-Id: 00000000-0000-4000-8000-000000000000}}
  delete-404-is-204 | A book that there is not is deleted. | 404 | error 404 of deleteBook: {status: 204, body: null}
  reviews-404-is-empty | A book that there is not has no reviews. | 404 | error 404 of listReviews: {status: 200, type: null, body: {items: []}}
  delete-does-nothing | A deleted book is still there. | state: delete, read | always remove: null
  delete-all | All books are deleted. | state: delete, read
  delete-still-listed | A deleted book is still in the list. | state: delete, list
  delete-still-readable | A deleted book can still be read. | state: delete, read
  delete-twice | A deleted book is deleted again. | 404
  delete-keeps-reviews | Reviews can be read after their book is deleted. | state: delete, read
  isbn-not-unique | Two books may have one ISBN. | 409 | always isTaken: false
  isbn-500 | A second book with an ISBN makes the server fail. | no 5xx | error 409: {status: 500}
  isbn-400 | A second book with an ISBN is answered 400. | 409 | error 409: {status: 400}
  isbn-race | Of books that come at once, several have one ISBN. | 409
  invalid-but-stored | A book that breaks the schema is stored. | a refusal has no effect
  sequel-not-checked | sequelOf may name a book that there is not. | 422 | always checkSequel: null
  sequel-500 | A sequelOf that names no book makes the server fail. | no 5xx | error 422: {status: 500}
  sequel-refused | A sequelOf that names a book is refused. | 422
  forgets-after-five | Only five books are kept. | state: create, read
  list-doubles | The list has the last book twice. | list: doubles
  read-cached | A book is read as it was at the first time. | state: update, read
`

export const reading = faultsOf<CatalogPoints>('state', ROWS, {
  'create-not-listed': takes('pageOf', (books, ...rest) => [books.slice(0, -1), ...rest]),
  'read-another': wraps('find', (find, p) => (call) => {
    find(call)
    return [...p.tenantOf(call).books.values()][0] as Book
  }),
  'delete-all': instead('remove', ({ books }) => books.clear()),
  'delete-still-listed': (p) => {
    const gone = new Set<Book>()
    p.remove = (_, book) => void gone.add(book)
    gives<CatalogPoints, 'find'>('find', (book) => {
      if (gone.has(book)) throw new Failure(404, 'There is no such book.')
      return book
    })(p)
  },
  'delete-still-readable': findsGone('getBook'),
  'delete-twice': findsGone('deleteBook'),
  'delete-keeps-reviews': findsGone('listReviews'),
  'isbn-race': wraps('insert', (insert, p) => async (...args) => {
    await p.pause()
    insert(...args)
  }),
  'invalid-but-stored': atFailureOf('validate', (p, _value, _schema, call) => {
    if (call.operation.id === 'createBook') p.insert(p.tenantOf(call), novelOf(p))
  }),
  'sequel-refused': failsAt('checkSequel', (_, { sequelOf }) => Boolean(sequelOf), 422),
  'forgets-after-five': wraps('insert', (insert) => (tenant, book) => {
    if (tenant.books.size === 5) tenant.books.delete(tenant.books.keys().next().value as string)
    return insert(tenant, book)
  }),
  'list-doubles': gives('pageOf', (page, _, limit) => ({
    ...page,
    items: [...page.items, ...page.items.slice(-1)].slice(0, limit),
  })),
  'read-cached': (p) => {
    const seen = new Map<string, Book>()
    gives<CatalogPoints, 'find'>('find', (book, { operation }) => {
      if (operation.id !== 'getBook') return book
      if (!seen.has(book.id)) seen.set(book.id, book)
      return seen.get(book.id) as Book
    })(p)
  },
})
