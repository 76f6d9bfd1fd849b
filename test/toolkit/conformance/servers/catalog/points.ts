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

/** What one tenant has. */
export interface Tenant {
  readonly books: Map<string, Book>
  /** By book and id. */
  readonly reviews: Map<string, Map<string, JsonObject>>
  readonly covers: Map<string, Cover>
}

export interface Page {
  readonly items: Book[]
  readonly total: number
  readonly hasMore: boolean
}

/** The parts of a catalog. */
export interface CatalogPoints extends Points {
  /** What the caller may see. */
  tenantOf(call: Call): Tenant
  /** The book of the path; throws 404. */
  find(call: Call): Book
  newId(): string
  now(): string
  /** What is kept of a body. */
  keep(body: JsonObject): JsonObject
  /** What a client sees of a book. */
  present(book: Book): JsonObject
  isTaken(tenant: Tenant, isbn: Json, except?: Book): boolean
  insert(tenant: Tenant, book: Book): void | Promise<void>
  update(tenant: Tenant, book: Book, content: JsonObject): Book
  remove(tenant: Tenant, book: Book): void
  checkSequel(tenant: Tenant, body: JsonObject): void
  etagOf(book: Book): string
  /** Whether a list of entity tags has one. */
  isListed(tags: string, etag: string): boolean
  checkIfMatch(call: Call, book: Book): void
  locationOf(book: Book): string
  merge(target: Json | undefined, patch: Json): Json
  /** By names of parameters. */
  filters: Record<string, (book: Book, wanted: never) => boolean>
  /** Those of a search. */
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
