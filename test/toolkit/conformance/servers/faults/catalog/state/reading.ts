/** Faults at what is there after it was made or deleted. */

import type { Book, CatalogPoints } from '../../../catalog/points.js'
import { Failure } from '../../../kernel/failure.js'
import { type FaultRow, faultRows, faultsOf, onError, wraps } from '../../fault.js'
import { NOBODY, novel } from '../novel.js'

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
  create-not-stored | A new book is not stored. | state: create, read
  create-not-listed | A new book is not in the list. | state: create, list
  id-the-same | All books have one id. | state: identity
  read-another | Reading answers with the first book. | state: create, read
  read-404-is-200 | A book that there is not is answered 200 with null. | 404
  delete-404-is-204 | A book that there is not is deleted. | 404
  reviews-404-is-empty | A book that there is not has no reviews. | 404
  delete-does-nothing | A deleted book is still there. | state: delete, read
  delete-all | All books are deleted. | state: delete, read
  delete-still-listed | A deleted book is still in the list. | state: delete, list
  delete-still-readable | A deleted book can still be read. | state: delete, read
  delete-twice | A deleted book is deleted again. | 404
  delete-keeps-reviews | Reviews can be read after their book is deleted. | state: delete, read
  isbn-not-unique | Two books may have one ISBN. | 409
  isbn-500 | A second book with an ISBN makes the server fail. | no 5xx
  isbn-400 | A second book with an ISBN is answered 400. | 409
  isbn-race | Of books that come at once, several have one ISBN. | 409
  invalid-but-stored | A book that breaks the schema is stored. | a refusal has no effect
  sequel-not-checked | sequelOf may name a book that there is not. | 422
  sequel-500 | A sequelOf that names no book makes the server fail. | no 5xx
  sequel-refused | A sequelOf that names a book is refused. | 422
  forgets-after-five | Only five books are kept. | state: create, read
  list-doubles | The list has the last book twice. | list: doubles
  read-cached | A book is read as it was at the first time. | state: update, read
`

const rows: FaultRow<CatalogPoints>[] = [
  ...['getBook', 'createReview', 'putCover'].map(
    (id): FaultRow<CatalogPoints> => [
      `404-is-500-${id}`,
      `${id} fails for a book that there is not.`,
      'no 5xx',
      onError(404, (answer, call) =>
        call?.operation?.id === id ? { ...answer, status: 500 } : answer,
      ),
    ],
  ),
  ...['replaceBook', 'createReview'].map(
    (id): FaultRow<CatalogPoints> => [
      `404-is-400-${id}`,
      `${id} answers 400 for a book that there is not.`,
      '404',
      onError(404, (answer, call) =>
        call?.operation?.id === id ? { ...answer, status: 400 } : answer,
      ),
    ],
  ),
  ...faultRows<CatalogPoints>(ROWS, {
    'create-not-stored': wraps('insert', () => () => {}),
    'create-not-listed': wraps(
      'pageOf',
      (pageOf) =>
        (books, ...rest) =>
          pageOf(books.slice(0, -1), ...rest),
    ),
    'id-the-same': wraps('newId', () => () => NOBODY),
    'read-another': wraps('find', (find, p) => (call) => {
      find(call)
      return [...p.tenantOf(call).books.values()][0] as Book
    }),
    'read-404-is-200': onError(404, (answer, call) =>
      call?.operation?.id === 'getBook'
        ? { status: 200, headers: { ETag: '""', 'X-Request-Id': NOBODY }, body: null }
        : answer,
    ),
    'delete-404-is-204': onError(404, (answer, call) =>
      call?.operation?.id === 'deleteBook' ? { status: 204 } : answer,
    ),
    'reviews-404-is-empty': onError(404, (answer, call) =>
      call?.operation?.id === 'listReviews' ? { status: 200, body: { items: [] } } : answer,
    ),
    'delete-does-nothing': wraps('remove', () => () => {}),
    'delete-all': wraps(
      'remove',
      () =>
        ({ books }) =>
          books.clear(),
    ),
    'delete-still-listed': (p) => {
      const gone = new Set<Book>()
      p.remove = (_, book) => void gone.add(book)
      const { find } = p
      p.find = (call) => {
        const book = find(call)
        if (gone.has(book)) throw new Failure(404, 'There is no such book.')
        return book
      }
    },
    'delete-still-readable': findsGone('getBook'),
    'delete-twice': findsGone('deleteBook'),
    'delete-keeps-reviews': findsGone('listReviews'),
    'isbn-not-unique': wraps('isTaken', () => () => false),
    'isbn-500': onError(409, (answer) => ({ ...answer, status: 500 })),
    'isbn-400': onError(409, (answer) => ({ ...answer, status: 400 })),
    'isbn-race': wraps('insert', (insert, p) => async (...args) => {
      await p.pause()
      insert(...args)
    }),
    'invalid-but-stored': wraps('validate', (validate, p) => (value, schema, call) => {
      try {
        validate(value, schema, call)
      } catch (error) {
        if (call.operation.id === 'createBook')
          p.insert(p.tenantOf(call), {
            ...novel,
            id: p.newId(),
            revision: 1,
            createdAt: p.now(),
          } as never)
        throw error
      }
    }),
    'sequel-not-checked': wraps('checkSequel', () => () => {}),
    'sequel-500': onError(422, (answer) => ({ ...answer, status: 500 })),
    'sequel-refused': wraps('checkSequel', () => (_, { sequelOf }) => {
      if (sequelOf) throw new Failure(422, 'sequelOf names no book.')
    }),
    'forgets-after-five': wraps('insert', (insert) => (tenant, book) => {
      if (tenant.books.size === 5) tenant.books.delete(tenant.books.keys().next().value as string)
      return insert(tenant, book)
    }),
    'list-doubles': wraps('pageOf', (pageOf) => (books, limit, offset) => {
      const page = pageOf(books, limit, offset)
      return { ...page, items: [...page.items, ...page.items.slice(-1)].slice(0, limit) }
    }),
    'read-cached': (p) => {
      const seen = new Map<string, Book>()
      const { find } = p
      p.find = (call) => {
        const book = find(call)
        if (call.operation.id !== 'getBook') return book
        if (!seen.has(book.id)) seen.set(book.id, book)
        return seen.get(book.id) as Book
      }
    },
  }),
]

export const reading = faultsOf<CatalogPoints>('state', rows)
