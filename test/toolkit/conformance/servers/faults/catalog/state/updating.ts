/** Faults at PUT and PATCH. */

import type { CatalogPoints } from '../../../catalog/points.js'
import { isObject, type Json, type JsonObject } from '../../../json/value.js'
import { before, faultRows, faultsOf, wraps } from '../../fault.js'

const ROWS = `
  put-ignored | PUT changes nothing. | state: update, read
  put-merges | PUT keeps members that are absent. | PUT replaces
  put-changes-id | PUT gives the book another id. | PUT keeps identity
  put-changes-created | PUT changes the time of creation. | PUT keeps what is read-only
  put-creates | PUT makes a book that there is not. | 404
  put-isbn-not-unique | PUT may take the ISBN of another book. | 409
  put-own-isbn-refused | PUT with the ISBN that the book has is a conflict. | 200
  put-refused-applies | PUT that is refused changes the book. | a refusal has no effect
  patch-ignored | PATCH changes nothing. | RFC 7396
  patch-created-anew | A patched book was created when it was patched. | PATCH changes only what it names
  patch-replaces | PATCH removes members that are absent. | RFC 7396
  patch-null-stored | null in a patch is stored. | RFC 7396
  patch-shallow | PATCH replaces objects inside of the book. | RFC 7396
  patch-nested-null-stored | null inside of an object of a patch is stored. | RFC 7396
`

const rows = faultRows<CatalogPoints>(ROWS, {
  'put-ignored': wraps('update', (update) => (tenant, book, content) => {
    const updated = update(tenant, book, content)
    tenant.books.set(book.id, book)
    return updated
  }),
  'put-merges': before('replaceBook', (call, p) => {
    call.body = { ...p.find(call), ...(call.body as JsonObject) }
  }),
  'put-changes-id': wraps('update', (update, p) => (tenant, book, content) => {
    const updated = { ...update(tenant, book, content), id: p.newId() }
    tenant.books.delete(book.id)
    tenant.books.set(updated.id, updated)
    return updated
  }),
  'put-changes-created': wraps('update', (update) => (tenant, book, content) => {
    const updated = { ...update(tenant, book, content), createdAt: '2001-01-01T00:00:00Z' }
    tenant.books.set(book.id, updated)
    return updated
  }),
  'put-creates': (p) => {
    const own = p.handlers.replaceBook
    const { insert } = p
    p.handlers.replaceBook = async (call) => {
      const { books } = p.tenantOf(call)
      const id = call.parameters.bookId as string
      if (!books.has(id))
        await insert(p.tenantOf(call), {
          ...(call.body as object),
          id,
          revision: 0,
          createdAt: p.now(),
        } as never)
      return own?.(call) as never
    }
  },
  'put-isbn-not-unique': wraps(
    'isTaken',
    (isTaken) => (tenant, own, except) => !except && isTaken(tenant, own),
  ),
  'put-own-isbn-refused': wraps('isTaken', (isTaken) => (tenant, own) => isTaken(tenant, own)),
  'put-refused-applies': wraps('validate', (validate, p) => (value, schema, call) => {
    try {
      validate(value, schema, call)
    } catch (error) {
      if (call.operation.id === 'replaceBook') p.find(call).title = 'changed'
      throw error
    }
  }),
  'patch-ignored': wraps('merge', () => (target) => target as Json),
  'patch-created-anew': wraps(
    'update',
    (update) => (tenant, book, content) =>
      update(tenant, { ...book, createdAt: '2001-01-01T00:00:00Z' }, content),
  ),
  'patch-replaces': (p) => {
    const own = p.merge
    p.merge = (target, change) =>
      (isObject(target) && 'isbn' in target
        ? {
            title: target.title,
            isbn: target.isbn,
            price: target.price,
            genres: target.genres,
            ...(own({}, change) as JsonObject),
          }
        : own(target, change)) as Json
  },
  'patch-null-stored': wraps('merge', () => (target, change) => ({
    ...(target as JsonObject),
    ...(change as JsonObject),
  })),
  'patch-shallow': wraps('merge', () => (target, change) => {
    const merged = { ...(target as JsonObject), ...(change as JsonObject) }
    for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name]
    return merged
  }),
  'patch-nested-null-stored': (p) => {
    const own = p.merge
    p.merge = (target, change) =>
      isObject(target) && !('isbn' in target)
        ? { ...target, ...(change as JsonObject) }
        : own(target, change)
  },
})

export const updating = faultsOf<CatalogPoints>('update', rows)
