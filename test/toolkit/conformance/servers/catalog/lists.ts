import { asDouble } from '../json/numbers.js'
import type { Decimal, Json, JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Call } from '../kernel/points.js'
import type { Book, CatalogPoints, Page } from './points.js'

type Numeric = number | bigint | Decimal

const amountOf = ({ price }: Book) => asDouble(price.amount)
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
const dayOf = ({ publishedOn = '' }: Book) => publishedOn as string

/** The parts that select, sort and divide. */
export function lists(p: CatalogPoints) {
  return {
    filters: {
      genre: ({ genres }: Book, wanted: string[]) => wanted.some((each) => genres.includes(each)),
      currencies: ({ price }: Book, wanted: string[]) => wanted.includes(price.currency),
      publishedFrom: (book: Book, day: string) => dayOf(book) >= day,
      inStock: ({ stock = 0 }: Book, wanted: boolean) => asDouble(stock as Numeric) > 0 === wanted,
      maxPrice: (book: Book, most: Numeric) => amountOf(book) <= asDouble(most),
      title: ({ title }: Book, text: string) => title.includes(text),
    },

    conditions: {
      title: ({ title }: Book, { contains }: { contains: string }) => title.includes(contains),
      price: (book: Book, { above = -1, below = Infinity }: { above: Numeric; below: Numeric }) =>
        amountOf(book) > asDouble(above) && amountOf(book) < asDouble(below),
      genres: ({ genres }: Book, { anyOf }: { anyOf: string[] }) =>
        anyOf.some((each) => genres.includes(each)),
      not: (book: Book, condition: JsonObject) => !p.fits(book, condition),
    },

    fits: (book: Book, condition: JsonObject) =>
      Object.entries(condition).every(([name, wanted]) =>
        p.conditions[name]?.(book, wanted as never),
      ),

    orders: {
      title: (one: Book, other: Book) => compare(one.title, other.title),
      price: (one: Book, other: Book) => amountOf(one) - amountOf(other),
      publishedOn: (one: Book, other: Book) => compare(dayOf(one), dayOf(other)),
    },

    sort(books: Book[], sort: Json | undefined) {
      if (typeof sort !== 'string') return books
      const order = p.orders[sort.replace('-', '')] as (one: Book, other: Book) => number
      const sign = sort.startsWith('-') ? -1 : 1
      return books.toSorted((one, other) => sign * order(one, other))
    },

    pageOf(books: Book[], limit: number, offset: number): Page {
      const items = books.slice(offset, offset + limit)
      return { items, total: books.length, hasMore: offset + limit < books.length }
    },

    nextOf({ path, query, parameters: { limit, offset } }: Call, { hasMore }: Page) {
      if (!hasMore) return undefined
      const kept = query.split('&').filter((pair) => pair !== '' && !/^(limit|offset)=/.test(pair))
      const next = [`limit=${limit}`, `offset=${Number(offset) + Number(limit)}`]
      return `${path}?${[...kept, ...next].join('&')}`
    },

    cursorOf: (position: number) => Buffer.from(`after:${position}`).toString('base64url'),

    positionOf(cursor: string) {
      const text = Buffer.from(cursor, 'base64url').toString()
      const [, position] = /^after:(\d{1,9})$/.exec(text) ?? []
      if (position === undefined) throw new Failure(400, 'The cursor is not one of ours.')
      return Number(position)
    },
  }
}
