import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Call } from '../kernel/points.js'
import type { Book, CatalogPoints, Tenant } from './points.js'

export function store(p: CatalogPoints) {
  const tenants = new Map<string, Tenant>()

  return {
    tenantOf({ principal }: Call): Tenant {
      const none = { books: new Map(), reviews: new Map(), covers: new Map() }
      const tenant = tenants.get(principal.tenant) ?? none
      tenants.set(principal.tenant, tenant)
      return tenant
    },

    find(call: Call): Book {
      const id = call.parameters.bookId as string
      const book = p.tenantOf(call).books.get(id.toLowerCase())
      if (!book) throw new Failure(404, 'There is no such book.')
      return book
    },

    newId: () => randomUUID(),
    now: () => new Date().toISOString(),
    keep: (body: JsonObject) => body,

    present({ supplierCode: _, ...book }: Book): JsonObject {
      return book as JsonObject
    },

    isTaken: ({ books }: Tenant, isbn: Json, except?: Book) =>
      [...books.values()].some((book) => book.isbn === isbn && book !== except),

    insert({ books, reviews }: Tenant, book: Book) {
      books.set(book.id, book)
      reviews.set(book.id, new Map())
    },

    update({ books }: Tenant, { id, revision, createdAt }: Book, content: JsonObject) {
      const updated = { ...content, id, revision: revision + 1, createdAt } as Book
      books.set(id, updated)
      return updated
    },

    remove({ books, reviews, covers }: Tenant, { id }: Book) {
      books.delete(id)
      reviews.delete(id)
      covers.delete(id)
    },

    checkSequel({ books }: Tenant, { sequelOf }: JsonObject) {
      if (typeof sequelOf !== 'string' || books.has(sequelOf.toLowerCase())) return
      throw new Failure(422, 'sequelOf names no book.', { pointer: '/sequelOf' })
    },
  }
}
