import type { Json, JsonObject } from '../json/value.js'
import type { Answer, Call } from '../kernel/points.js'
import type { Book, CatalogPoints } from './points.js'

export function collections(p: CatalogPoints) {
  const all = (call: Call) => [...p.tenantOf(call).books.values()]

  return {
    listBooks(call: Call): Answer {
      const { limit, offset, sort, ...wanted } = call.parameters
      const found = all(call).filter((book) =>
        Object.entries(wanted).every(([name, value]) => p.filters[name]?.(book, value as never)),
      )
      const page = p.pageOf(p.sort(found, sort), Number(limit), Number(offset))
      const next = p.nextOf(call, page)
      const items = page.items.map(p.present)
      return {
        status: 200,
        headers: { 'X-Total-Count': String(page.total) },
        body: { items, total: page.total, ...(next !== undefined && { next }) },
      }
    },

    searchBooks(call: Call): Answer {
      const { where, limit = 20, offset = 0 } = call.body as { [name: string]: Json }
      const found = all(call).filter((book) => p.fits(book, where as JsonObject))
      const { items, total } = p.pageOf(found, Number(limit), Number(offset))
      return { status: 200, body: { items: items.map(p.present), total } }
    },

    exportBooks(call: Call): Answer {
      const { createdSince } = call.parameters
      const isSince = ({ createdAt }: Book) =>
        createdSince === undefined || Date.parse(createdAt) >= Date.parse(createdSince as string)
      const items = all(call).filter(isSince).map(p.present)
      return { status: 200, type: 'application/jsonl', items }
    },
  }
}
