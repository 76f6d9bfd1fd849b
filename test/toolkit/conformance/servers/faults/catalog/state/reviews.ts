/** Faults at reviews. */

import type { CatalogPoints } from '../../../catalog/points.js'
import type { Json, JsonObject } from '../../../json/value.js'
import { after, faultRows, faultsOf, wraps } from '../../fault.js'

const ROWS = `
  review-not-stored | A new review is not stored. | state: create, list
  review-conflict-ignored | A review with the id of another is answered 200. | 409
  review-retry-409 | The same review again is a conflict. | a retry is safe
  review-retry-201 | The same review again is answered 201. | 200
  review-retry-twice | The same review again is there twice. | a retry is safe
  reviews-of-other-books | The reviews of all books are listed. | state: nested
  cursor-ignored | The cursor is ignored, so that the pages never end. | cursor
  cursor-missing | There is no nextCursor. | nextCursor
  cursor-skips | A page leaves out a review. | cursor
  cursor-refused | The cursor of the server is refused. | cursor
  cursor-without-end | Each page has a nextCursor, also one without reviews. | nextCursor
  cursor-not-of-pattern | The cursor has characters that it may not have. | pattern: response
  reviews-newest-first | The newest review is first. | order
`

const rows = faultRows<CatalogPoints>(ROWS, {
  'review-not-stored': after('listReviews', (answer) => ({ ...answer, body: { items: [] } })),
  'review-conflict-ignored': wraps('isRetry', () => () => true),
  'review-retry-409': wraps('isRetry', () => () => false),
  'review-retry-201': after('createReview', (answer) => ({ ...answer, status: 201 })),
  'review-retry-twice': (p) => {
    const own = p.handlers.listReviews
    let again = 0
    p.isRetry = () => {
      again++
      return true
    }
    p.handlers.listReviews = async (call) => {
      const answer = await own?.(call)
      const body = answer?.body
      const { items } = body as { items: Json[] }
      return { status: 200, body: { items: [...items, ...items.slice(0, again)] } }
    }
  },
  'reviews-of-other-books': after('listReviews', (answer, call, p) => {
    const items = [...p.tenantOf(call).reviews.values()].flatMap((each) => [...each.values()])
    return { ...answer, body: { items } }
  }),
  'cursor-ignored': wraps('positionOf', () => () => 0),
  'cursor-missing': after('listReviews', (answer) => ({
    ...answer,
    body: { items: (answer.body as JsonObject).items as Json },
  })),
  'cursor-skips': wraps('cursorOf', (cursorOf) => (position) => cursorOf(position + 1)),
  'cursor-refused': wraps('cursorOf', () => (position) => `page-${position}`),
  'cursor-without-end': after('listReviews', (answer, { parameters: { cursor } }, p) => {
    const position = cursor === undefined ? 0 : p.positionOf(cursor as string)
    const nextCursor = p.cursorOf(position + 50)
    return { ...answer, body: { nextCursor, ...(answer.body as JsonObject) } }
  }),
  'cursor-not-of-pattern': wraps('cursorOf', () => (position) => `after:${position}=`),
  'reviews-newest-first': after('listReviews', (answer) => ({
    ...answer,
    body: {
      ...(answer.body as JsonObject),
      items: (answer.body as { items: Json[] }).items.toReversed(),
    },
  })),
})

export const reviews = faultsOf<CatalogPoints>('nested', rows)
