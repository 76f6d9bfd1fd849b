/** Steps that several tables take. */

import assert from 'node:assert/strict'
import type { CatalogPoints } from '../../../catalog/points.js'
import type { Api } from '../../../exchange/api.js'
import { asks, type Exchange, expect } from '../../../exchange/expect.js'
import { jsonOf } from '../../../exchange/reply.js'
import { isObject, type Json, type JsonObject } from '../../../json/value.js'
import { type asksBelow, NOBODY, novel, patch, stars, withBook } from '../requests.js'

export const put = (body: Json, headers = {}) => ({ method: 'PUT', body, headers })
export const read = (api: Api, path: string) => api.send({ path })

/** Keeps something else than was sent. */
export const keeps = (change: (body: JsonObject) => JsonObject) => (p: CatalogPoints) => {
  p.keep = (body) => change({ ...body })
}

export const keepsTitle = (change: (title: string) => string) =>
  keeps((body) => ({ ...body, title: change(body.title as string) }))

export const without = (name: string) => keeps(({ [name]: _, ...body }) => body as JsonObject)

/** After a change a book has these members, and lacks others. */
export const becomes = (
  request: Parameters<typeof asksBelow>[1],
  members: Record<string, Json | undefined>,
  over = {},
): Exchange =>
  withBook(async (api, _, path) => {
    const check = (body: JsonObject) => {
      for (const [name, value] of Object.entries(members))
        assert.deepEqual(plain(body[name]), value, name)
    }
    expect(await api.send({ ...request, path }), 200, { json: check })
    expect(await read(api, path), 200, { json: check })
  }, over)

/** Without the missing prototypes of what was parsed. */
export const plain = (value: Json | undefined) => (isObject(value) ? { ...value } : value)

export const deleted: Exchange = withBook(async (api, _, path) => {
  expect(await api.send({ method: 'DELETE', path }), 204)
  expect(await read(api, path), 404)
})

export const reviewed = (go: (api: Api, path: string) => Promise<unknown>): Exchange =>
  withBook(async (api, _, path) => {
    expect(await api.send({ method: 'POST', path: `${path}/reviews`, body: stars }), 201)
    await go(api, `${path}/reviews`)
  })

/** All reviews, page by page. */
export const reviewIds = (count: number, limit: number): Exchange =>
  withBook(async (api, _, path) => {
    for (let id = 1; id <= count; id++) {
      expect(
        await api.send({ method: 'POST', path: `${path}/reviews`, body: { ...stars, id } }),
        201,
      )
    }
    const found: number[] = []
    let cursor: string | undefined = ''
    for (let pages = 0; cursor !== undefined && pages < 10; pages++) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { items, nextCursor } = jsonOf(
        expect(await read(api, `${path}/reviews?limit=${limit}${query}`), 200),
      )
      assert.ok(items.length <= limit)
      found.push(...items.map(({ id }: { id: number }) => id))
      cursor = nextCursor
    }
    assert.deepEqual(
      found,
      Array.from({ length: count }, (_, at) => at + 1),
    )
  })

export function asksMissing(id: string, status: number): Exchange {
  const path = `/books/${NOBODY}`
  const requests: Record<string, object> = {
    getBook: { path },
    replaceBook: { path, ...put(novel) },
    patchBook: { path, ...patch({ title: 'x' }) },
    deleteBook: { path, method: 'DELETE' },
    listReviews: { path: `${path}/reviews` },
    createReview: { path: `${path}/reviews`, method: 'POST', body: stars },
    putCover: { path: `${path}/cover`, method: 'PUT', body: Buffer.from('x'), type: 'image/png' },
    getCover: { path: `${path}/cover` },
  }
  return asks(requests[id] as never, status)
}

export const etagOf = async (api: Api, path: string) =>
  (await read(api, path)).headers.etag as string
