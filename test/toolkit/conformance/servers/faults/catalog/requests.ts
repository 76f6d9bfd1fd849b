/** Faults at what is read of a request, and at what a list selects by it. */

import type { CatalogPoints } from '../../catalog/points.js'
import { faultsOf, gives, instead, wraps } from '../fault.js'

const ignores = (name: string) =>
  gives('textsOf', (texts, parameter) => (parameter.name === name ? undefined : texts))

const ACCEPTED = `
  book-open | A book may have members that are not named. | additionalProperties | Book: {additionalProperties: null}
  amount-off-by-one | An amount may be one larger. | maximum | Money/properties/amount: {maximum: 100000}
  edition-unknown-medium | An edition may have a medium that there is not. | oneOf: discriminator | Paper/properties/medium: {const: null}
  date-any | The day of publication may be any text. | format: date | Book/properties/publishedOn: {format: null}
  title-off-by-one | A title may have one character more. | maxLength | Book/properties/title: {maxLength: 121}
  put-not-validated | The body of PUT is not validated. | schema
  search-nested-not-validated | What is inside of not is not validated. | $ref: recursive | Condition/properties: {not: {type: object}}
`

const accepted = faultsOf<CatalogPoints>('negative body', ACCEPTED, {
  'put-not-validated': wraps('validate', (validate) => (value, schema, call) => {
    if (call.operation.id !== 'replaceBook') validate(value, schema, call)
  }),
})

const REFUSED = `
  amount-largest-refused | The largest amount is refused. | maximum | Money/properties/amount: {maximum: null, exclusiveMaximum: 99999.99}
  title-in-utf16-units | The length of a title counts surrogates. | maxLength: characters
`

const refused = faultsOf<CatalogPoints>('positive body', REFUSED, {
  'title-in-utf16-units': gives('violation', (found, value) => {
    const isLong = String(Object(value).title).length > 120
    return isLong ? { pointer: '/title', keyword: 'maxLength' } : found
  }),
})

const INVALID = `
  limit-off-by-one | The limit may be one larger. | maximum | parameters/Limit: {maximum: 101}
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid | parameters/RequestId: {format: null}
`

const VALID = `
  currencies-not-split | A list with a comma is one currency. | style: form, no explode
  request-id-lost | X-Request-Id does not come back. | header: X-Request-Id
`

const valid = faultsOf<CatalogPoints>('positive parameter', VALID, {
  'currencies-not-split': instead('splitList', (text) => [text]),
  'request-id-lost': ignores('X-Request-Id'),
})

const SELECTION = `
  limit-ignored | The limit is ignored. | limit
  offset-ignored | The offset is ignored. | offset
  genre-ignored | The genre is ignored. | genre | always filters/genre: true
  sort-ignored | The sort is ignored. | sort
`

const selection = faultsOf<CatalogPoints>('search', SELECTION, {
  'limit-ignored': ignores('limit'),
  'offset-ignored': ignores('offset'),
  'sort-ignored': instead('sort', (books) => books),
})

const PAGING = `
  total-off-by-one | total is one too large. | total
  next-missing | There is no next page, though there are more books. | next | always nextOf: null
  next-the-same | The next page is the same page. | next
`

const paging = faultsOf<CatalogPoints>('paging', PAGING, {
  'total-off-by-one': gives('pageOf', (page) => ({ ...page, total: page.total + 1 })),
  'next-the-same': gives('nextOf', (next, { parameters: { offset } }) =>
    next?.replace(/offset=\d+/, `offset=${offset}`),
  ),
})

export const requests = [
  ...accepted,
  ...refused,
  ...faultsOf<CatalogPoints>('negative parameter', INVALID),
  ...valid,
  ...selection,
  ...paging,
]
