/** Requests to the catalog, and what a correct one does. */

import assert from 'node:assert/strict'
import type { Api, Request } from '../../exchange/api.js'
import { asks, type Exchange, type Expected, expect } from '../../exchange/expect.js'
import { type AnyJson, jsonOf } from '../../exchange/reply.js'
import { isSame, printJson } from '../../json/print.js'
import type { Json, JsonObject } from '../../json/value.js'

/** Members of a body; those that are undefined are left out. */
export type Members = Record<string, Json | undefined>

export const novel = {
  title: 'The Garden',
  isbn: '9780306406157',
  price: { amount: 12.5, currency: 'EUR' },
  genres: ['novel'],
}

/** All members that a book may have. */
export const full = {
  ...novel,
  subtitle: 'A Year',
  authors: [{ name: 'Ada Byron', born: 1815, died: 1852 }, { name: 'N. N.' }],
  edition: { medium: 'ebook', bytes: 1_048_576, encoding: 'epub' },
  stock: 7,
  publishedOn: '2020-02-29',
  contact: 'shop@example.org',
  website: 'https://example.org/garden?x=1',
  discount: 15,
  translations: { de: 'Der Garten', fr: 'Le Jardin' },
  supplierCode: 'ACME-77',
}

/** An ISBN of its own. */
export const isbn = (number: number) => `978${String(number).padStart(10, '0')}`

export const postBook = (over: Members = {}, more: Partial<Request> = {}): Request => ({
  ...{ method: 'POST', path: '/books', body: { ...novel, ...over } as JsonObject },
  ...more,
})

export const refusesBook = (over: Members, status = 400): Exchange => asks(postBook(over), status)

/** What is sent is what comes back, now and later. */
export const keepsBook =
  (over: Members = {}): Exchange =>
  async (api) => {
    const { supplierCode: _, ...sent }: Members = { ...novel, ...over }
    const check = (body: JsonObject) => {
      for (const [name, value] of Object.entries(sent)) {
        const kept = body[name]
        assert.ok(
          kept !== undefined && isSame(kept, value as Json),
          `${name}: ${printJson(kept ?? null)}`,
        )
      }
    }
    const reply = expect(await api.send(postBook(over)), 201, { json: check })
    expect(await api.send({ path: `/books/${jsonOf(reply).id}` }), 200, { json: check })
  }

/** Makes a book and goes on with it. */
export const withBook =
  (go: (api: Api, book: AnyJson, path: string) => Promise<unknown>, over: Members = {}): Exchange =>
  async (api) => {
    const book = jsonOf(expect(await api.send(postBook(over)), 201))
    await go(api, book, `/books/${book.id}`)
  }

/** Makes books, one per object. */
export const withBooks =
  (overs: readonly Members[], go: (api: Api, books: AnyJson[]) => Promise<unknown>): Exchange =>
  async (api) => {
    const books = []
    for (const [at, over] of overs.entries()) {
      books.push(jsonOf(expect(await api.send(postBook({ isbn: isbn(at), ...over })), 201)))
    }
    await go(api, books)
  }

/** The titles that a list has. */
export const titlesOf = async (api: Api, query: string, expected: Expected = {}) => {
  const reply = expect(await api.send({ path: `/books?${query}` }), 200, expected)
  return jsonOf(reply).items.map(({ title }: { title: string }) => title)
}

/** A list of the books has these titles, in this order. */
export const lists = (overs: readonly Members[], query: string, titles: string[]): Exchange =>
  withBooks(overs, async (api) => assert.deepEqual(await titlesOf(api, query), titles))

/** Books named a, b, c … */
export const named = (...titles: string[]) => titles.map((title) => ({ title }))

export const refusesQuery = (query: string, path = '/books'): Exchange =>
  asks({ path: `${path}?${query}` }, 400)

/** A request below a new book. */
export const asksBelow = (
  rest: string,
  request: Omit<Request, 'path'>,
  status: number | number[],
  expected?: Expected,
): Exchange =>
  withBook(async (api, _, path) => {
    expect(await api.send({ ...request, path: `${path}${rest}` }), status, expected)
  })

export const stars = { id: 1, kind: 'stars', reviewer: 'ada@example.org', stars: 5 }
export const words = { id: 2, kind: 'text', reviewer: 'bob@example.org', text: 'Good.' }

export const refusesReview = (body: Json): Exchange =>
  asksBelow('/reviews', { method: 'POST', body }, 400)

export const search = (where: Json, more: Members = {}): Request => ({
  ...{ method: 'POST', path: '/search', body: { where, ...more } as JsonObject },
})

/** A search of the books finds these titles. */
export const finds = (overs: readonly Members[], where: Json, titles: string[], more?: Members) =>
  withBooks(overs, async (api) => {
    const { items } = jsonOf(expect(await api.send(search(where, more)), 200))
    assert.deepEqual(
      items.map(({ title }: { title: string }) => title),
      titles,
    )
  })

export const patch = (body: Json, more: Partial<Request> = {}): Omit<Request, 'path'> => ({
  ...{ method: 'PATCH', body, type: 'application/merge-patch+json' },
  ...more,
})

export const NOBODY = '00000000-0000-4000-8000-000000000000'
