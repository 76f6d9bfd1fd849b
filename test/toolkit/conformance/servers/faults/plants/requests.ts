/** Requests to the plant store, and what a correct one does. */

import type { Request } from '../../exchange/api.js'
import { asks, type Exchange } from '../../exchange/expect.js'
import type { Json } from '../../json/value.js'

export const fern = { id: 1, name: 'fern', tag: 'shade' }

export const post = (body: Json, more: Partial<Request> = {}): Request => ({
  ...{ method: 'POST', path: '/plants', body },
  ...more,
})

/** A body that is not JSON of a value. */
export const postText = (text: string, more: Partial<Request> = {}): Request => ({
  ...{ method: 'POST', path: '/plants', text },
  ...more,
})

/** The plant is stored as it was sent. */
export const creates = (body: Record<string, Json>, more?: Partial<Request>): Exchange => {
  const { name, tag } = body
  return asks(post(body, more), 200, {
    body: { name: name as Json, ...(tag !== undefined && { tag }) },
  })
}

export const refuses = (body: Json): Exchange => asks(post(body), 400)
export const refusesText = (text: string): Exchange => asks(postText(text), 400)
