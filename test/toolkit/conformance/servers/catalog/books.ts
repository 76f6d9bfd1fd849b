import type { Json, JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Answer, Call } from '../kernel/points.js'
import type { Book, CatalogPoints } from './points.js'

export function books(p: CatalogPoints) {
  const shown = (book: Book, more: Partial<Answer> = {}): Answer => ({
    status: 200,
    ...more,
    headers: { ETag: p.etagOf(book), ...more.headers },
    body: p.present(book),
  })
  const refuseTaken = (call: Call, isbn: Json, except?: Book) => {
    if (p.isTaken(p.tenantOf(call), isbn, except)) throw new Failure(409, 'The ISBN is taken.')
  }

  return {
    async createBook(call: Call): Promise<Answer> {
      const tenant = p.tenantOf(call)
      const body = call.body as JsonObject
      p.checkSequel(tenant, body)
      refuseTaken(call, body.isbn as Json)
      const made = { id: p.newId(), revision: 1, createdAt: p.now() }
      const book = { ...p.keep(body), ...made } as unknown as Book
      await p.insert(tenant, book)
      return shown(book, { status: 201, headers: { Location: p.locationOf(book) } })
    },

    getBook(call: Call): Answer {
      const book = p.find(call)
      const { 'if-none-match': known, 'x-request-id': id = p.newId() } = call.parameters
      if (known !== undefined && p.isListed(known as string, p.etagOf(book)))
        return { status: 304, headers: { ETag: p.etagOf(book) } }
      return shown(book, { headers: { 'X-Request-Id': id as string } })
    },

    replaceBook(call: Call): Answer {
      const book = p.find(call)
      const body = call.body as JsonObject
      p.checkIfMatch(call, book)
      p.checkSequel(p.tenantOf(call), body)
      refuseTaken(call, body.isbn as Json, book)
      return shown(p.update(p.tenantOf(call), book, p.keep(body)))
    },

    patchBook(call: Call): Answer {
      const book = p.find(call)
      p.checkIfMatch(call, book)
      const merged = p.merge(book, call.body) as JsonObject
      return shown(p.update(p.tenantOf(call), book, p.keep(merged)))
    },

    deleteBook(call: Call): Answer {
      const book = p.find(call)
      p.checkIfMatch(call, book)
      p.remove(p.tenantOf(call), book)
      return { status: 204 }
    },
  }
}
