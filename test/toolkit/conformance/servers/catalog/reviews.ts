import { isSame } from '../json/print.js'
import type { JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Answer, Call } from '../kernel/points.js'
import type { CatalogPoints } from './points.js'

export function reviews(p: CatalogPoints) {
  const of = (call: Call) =>
    p.tenantOf(call).reviews.get(p.find(call).id) as Map<string, JsonObject>

  return {
    listReviews(call: Call): Answer {
      const all = [...of(call).values()]
      const { limit, cursor } = call.parameters
      const start = cursor === undefined ? 0 : p.positionOf(cursor as string)
      const end = start + Number(limit)
      const nextCursor = end < all.length && { nextCursor: p.cursorOf(end) }
      return { status: 200, body: { items: all.slice(start, end), ...nextCursor } }
    },

    createReview(call: Call): Answer {
      const kept = of(call)
      const review = call.body as JsonObject
      const key = String(review.id)
      const other = kept.get(key)
      if (other && !p.isRetry(other, review)) throw new Failure(409, 'The id is taken.')
      if (other) return { status: 200, body: other }
      kept.set(key, review)
      return { status: 201, body: review }
    },
  }
}

export const reviewParts = {
  isRetry: (kept: JsonObject, review: JsonObject) => isSame(kept, review),
}
