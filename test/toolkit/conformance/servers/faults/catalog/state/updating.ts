/** Faults at PUT and PATCH. */

import type { Book, CatalogPoints } from '../../../catalog/points.js'
import { isObject, type Json, type JsonObject } from '../../../json/value.js'
import {
  atFailureOf,
  before,
  faultsOf,
  gives,
  handles,
  instead,
  takes,
  wraps,
} from '../../fault.js'

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

const LONG_AGO = { createdAt: '2001-01-01T00:00:00Z' }

/** Keeps another book than the updated one. */
const keepsUpdated = (change: (updated: Book, p: CatalogPoints) => Book) =>
  wraps<CatalogPoints, 'update'>('update', (update, p) => (tenant, book, content) => {
    const kept = change(update(tenant, book, content), p)
    if (kept.id !== book.id) tenant.books.delete(book.id)
    tenant.books.set(kept.id, kept)
    return kept
  })

export const updating = faultsOf<CatalogPoints>('update', ROWS, {
  'put-ignored': gives('update', (updated, tenant, book) => {
    tenant.books.set(book.id, book)
    return updated
  }),
  'put-merges': before('replaceBook', (call, p) => {
    call.body = { ...p.find(call), ...(call.body as JsonObject) }
  }),
  'put-changes-id': keepsUpdated((updated, p) => ({ ...updated, id: p.newId() })),
  'put-changes-created': keepsUpdated((updated) => ({ ...updated, ...LONG_AGO })),
  'put-creates': handles('replaceBook', async (own, call, p) => {
    const id = call.parameters.bookId as string
    const made = { id, revision: 0, createdAt: p.now() }
    if (!p.tenantOf(call).books.has(id))
      await p.insert(p.tenantOf(call), { ...(call.body as object), ...made } as Book)
    return own(call)
  }),
  'put-isbn-not-unique': gives('isTaken', (isTaken, _tenant, _isbn, except) => isTaken && !except),
  'put-own-isbn-refused': takes('isTaken', (tenant, isbn) => [tenant, isbn]),
  'put-refused-applies': atFailureOf('validate', (p, _value, _schema, call) => {
    if (call.operation.id === 'replaceBook') p.find(call).title = 'changed'
  }),
  'patch-ignored': instead('merge', (target) => target as Json),
  'patch-created-anew': takes('update', (tenant, book, content) => [
    tenant,
    { ...book, ...LONG_AGO },
    content,
  ]),
  'patch-replaces': wraps('merge', (merge) => (target, change) => {
    if (!isObject(target) || !('isbn' in target)) return merge(target, change)
    const { title, isbn, price, genres } = target
    return { title, isbn, price, genres, ...(merge({}, change) as JsonObject) } as Json
  }),
  'patch-null-stored': instead('merge', (target, change) => ({
    ...(target as JsonObject),
    ...(change as JsonObject),
  })),
  'patch-shallow': instead('merge', (target, change) => {
    const merged = { ...(target as JsonObject), ...(change as JsonObject) }
    for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name]
    return merged
  }),
  'patch-nested-null-stored': wraps(
    'merge',
    (merge) => (target, change) =>
      isObject(target) && !('isbn' in target)
        ? { ...target, ...(change as JsonObject) }
        : merge(target, change),
  ),
})
