import type { Decimal, Json, JsonObject } from '../json/value.js'
import type { Answer, Call, Points } from '../kernel/points.js'

/** A book as it is kept, with what no client sees. */
export type Book = JsonObject & {
  id: string
  revision: number
  createdAt: string
  title: string
  isbn: string
  price: { amount: number | Decimal; currency: string }
  genres: string[]
}

export interface Cover {
  readonly type: string
  readonly bytes: Uint8Array
}

export interface Tenant {
  readonly books: Map<string, Book>
  readonly reviews: Map<string, Map<string, JsonObject>>
  readonly covers: Map<string, Cover>
}

export interface Page {
  readonly items: Book[]
  readonly total: number
  readonly hasMore: boolean
}

export interface CatalogPoints extends Points {
  tenantOf(call: Call): Tenant
  /** The book of the path; throws 404. */
  find(call: Call): Book
  newId(): string
  now(): string
  keep(body: JsonObject): JsonObject
  present(book: Book): JsonObject
  isTaken(tenant: Tenant, isbn: Json, except?: Book): boolean
  insert(tenant: Tenant, book: Book): void | Promise<void>
  update(tenant: Tenant, book: Book, content: JsonObject): Book
  remove(tenant: Tenant, book: Book): void
  checkSequel(tenant: Tenant, body: JsonObject): void
  etagOf(book: Book): string
  isListed(tags: string, etag: string): boolean
  checkIfMatch(call: Call, book: Book): void
  locationOf(book: Book): string
  merge(target: Json | undefined, patch: Json): Json
  filters: Record<string, (book: Book, wanted: never) => boolean>
  conditions: Record<string, (book: Book, wanted: never) => boolean>
  fits(book: Book, condition: JsonObject): boolean
  /** By names of sorts, without the minus. */
  orders: Record<string, (one: Book, other: Book) => number>
  sort(books: Book[], sort: Json | undefined): Book[]
  pageOf(books: Book[], limit: number, offset: number): Page
  nextOf(call: Call, page: Page): string | undefined
  cursorOf(position: number): string
  positionOf(cursor: string): number
  isRetry(kept: JsonObject, review: JsonObject): boolean
  rangeOf(header: string, size: number): [start: number, end: number] | undefined | 'none'
  handlers: Record<string, (call: Call) => Answer | Promise<Answer>>
}
