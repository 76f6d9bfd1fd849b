/** Faults at reviews. */

import type { CatalogPoints } from '../../../catalog/points.js'
import type { Json, JsonObject } from '../../../json/value.js'
import { after, faultsOf, instead, takes } from '../../fault.js'

const ROWS = `
  review-not-stored | A new review is not stored. | state: create, list | answer of listReviews: {body: {items: []}}
  review-conflict-ignored | A review with the id of another is answered 200. | 409 | always isRetry: true
  review-retry-409 | The same review again is a conflict. | a retry is safe | always isRetry: false
  review-retry-201 | The same review again is answered 201. | 200 | answer of createReview: {status: 201}
  review-retry-twice | The same review again is there twice. | a retry is safe
  reviews-of-other-books | The reviews of all books are listed. | state: nested
  cursor-ignored | The cursor is ignored, so that the pages never end. | cursor | always positionOf: 0
  cursor-missing | There is no nextCursor. | nextCursor
  cursor-skips | A page leaves out a review. | cursor
  cursor-refused | The cursor of the server is refused. | cursor
  cursor-without-end | Each page has a nextCursor, also one without reviews. | nextCursor
  cursor-not-of-pattern | The cursor has characters that it may not have. | pattern: response
  reviews-newest-first | The newest review is first. | order
`

export const reviews = faultsOf<CatalogPoints>('nested', ROWS, {
  'review-retry-twice': (p) => {
    let again = 0
    p.isRetry = () => {
      again++
      return true
    }
    after('listReviews', (answer) => {
      const { items } = answer.body as { items: Json[] }
      return { status: 200, body: { items: [...items, ...items.slice(0, again)] } }
    })(p)
  },
  'reviews-of-other-books': after('listReviews', (answer, call, p) => {
    const items = [...p.tenantOf(call).reviews.values()].flatMap((each) => [...each.values()])
    return { ...answer, body: { items } }
  }),
  'cursor-missing': after('listReviews', (answer) => ({
    ...answer,
    body: { items: (answer.body as JsonObject).items as Json },
  })),
  'cursor-skips': takes('cursorOf', (position) => [position + 1]),
  'cursor-refused': instead('cursorOf', (position) => `page-${position}`),
  'cursor-without-end': after('listReviews', (answer, { parameters: { cursor } }, p) => {
    const position = cursor === undefined ? 0 : p.positionOf(cursor as string)
    const nextCursor = p.cursorOf(position + 50)
    return { ...answer, body: { nextCursor, ...(answer.body as JsonObject) } }
  }),
  'cursor-not-of-pattern': instead('cursorOf', (position) => `after:${position}=`),
  'reviews-newest-first': after('listReviews', (answer) => ({
    ...answer,
    body: {
      ...(answer.body as JsonObject),
      items: (answer.body as { items: Json[] }).items.toReversed(),
    },
  })),
})
