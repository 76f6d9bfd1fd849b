/** Faults at what is read of a request, and at what a list selects by it. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json } from '../../json/value.js'
import { faultsOf, gives, instead, wraps } from '../fault.js'

/** Ignores a parameter. */
const ignores = (name: string) =>
  gives('textsOf', (texts, parameter) => (parameter.name === name ? undefined : texts))

const ACCEPTED = `
  book-open | A book may have members that are not named. | additionalProperties | Book: {additionalProperties: null}
  title-empty | A title may be empty. | minLength | Book/properties/title: {minLength: null}
  title-number | A number is taken for a title. | type | Book/properties/title: {type: [string, number]}
  isbn-begins | What begins like an ISBN is one. | pattern | Book/properties/isbn: {pattern: '^97[89][0-9]{10}'}
  amount-not-required | A price needs no amount. | required | Money: {required: [currency]}
  amount-negative | An amount may be negative. | minimum | Money/properties/amount: {minimum: null}
  amount-off-by-one | An amount may be one larger. | maximum | Money/properties/amount: {maximum: 100000}
  amount-any-fraction | An amount may have any fraction. | multipleOf | Money/properties/amount: {multipleOf: null}
  currency-one-more | There is one currency more. | enum | Currency: {enum: [EUR, USD, GBP, CHF]}
  genres-empty | A book may have no genres. | minItems | Book/properties/genres: {minItems: null}
  genres-off-by-one | A book may have one genre more. | maxItems | Book/properties/genres: {maxItems: 4}
  genres-doubles | A genre may be there twice. | uniqueItems | Book/properties/genres: {uniqueItems: null}
  author-not-validated | Authors are not validated. | items | Book/properties/authors: {items: {}}
  born-fraction | A year may have a fraction. | type | Author/properties/born: {type: number}
  died-without-born | An author may die without being born. | dependentRequired | Author: {dependentRequired: null}
  edition-any | An edition may be anything. | oneOf | Edition: {oneOf: null}
  edition-unknown-medium | An edition may have a medium that there is not. | oneOf: discriminator | Paper/properties/medium: {const: null}
  weight-zero | The weight may be 0. | exclusiveMinimum | Paper/properties/weight: {exclusiveMinimum: null, minimum: 0}
  weight-bound | The weight may be 100. | exclusiveMaximum | Paper/properties/weight: {exclusiveMaximum: null, maximum: 100}
  date-any | The day of publication may be any text. | format: date | Book/properties/publishedOn: {format: null}
  translations-any-name | Names of languages are not validated. | propertyNames | Book/properties/translations: {propertyNames: null}
  translations-any-value | Translations are not validated. | additionalProperties: schema | Book/properties/translations: {additionalProperties: null}
  title-off-by-one | A title may have one character more. | maxLength | Book/properties/title: {maxLength: 121}
  stock-too-large | The stock may have any size. | format: int64 | Book/properties/stock: {format: null}
  email-any | The contact may be any text. | format: email | always formats/email: true
  put-not-validated | The body of PUT is not validated. | schema
  patch-empty | A patch may be empty. | minProperties | BookPatch: {minProperties: null}
  search-nested-not-validated | What is inside of not is not validated. | $ref: recursive | Condition/properties: {not: {type: object}}
  search-conditions-too-many | There may be four conditions. | maxProperties | Condition: {maxProperties: null}
`

const accepted = faultsOf<CatalogPoints>('negative body', ACCEPTED, {
  'put-not-validated': wraps('validate', (validate) => (value, schema, call) => {
    if (call.operation.id !== 'replaceBook') validate(value, schema, call)
  }),
})

const REFUSED = `
  subtitle-null-refused | A subtitle of null is refused. | type: null | Book/properties/subtitle: {type: string}
  amount-largest-refused | The largest amount is refused. | maximum | Money/properties/amount: {maximum: null, exclusiveMaximum: 99999.99}
  genres-three-refused | The most genres are refused. | maxItems | Book/properties/genres: {maxItems: 2}
  paper-refused | Printed editions are refused. | oneOf | Edition: {oneOf: [{$ref: '#/components/schemas/Ebook'}]}
  stock-int32 | A stock above 2^31-1 is refused. | format: int64 | Book/properties/stock: {format: int32}
  title-in-utf16-units | The length of a title counts surrogates. | maxLength: characters
`

const refused = faultsOf<CatalogPoints>('positive body', REFUSED, {
  'title-in-utf16-units': (p) => {
    p.keywords.maxLength = (value: Json, most: number) =>
      typeof value !== 'string' || value.length <= most
  },
})

const INVALID = `
  limit-zero | The limit may be 0. | minimum | parameters/Limit: {minimum: null}
  limit-off-by-one | The limit may be one larger. | maximum | parameters/Limit: {maximum: 101}
  offset-too-large | The offset may have any size. | format: int32 | parameters/Offset: {format: null}
  genre-unknown | A genre that there is not is accepted. | enum | parameters/Genre: {items: {type: string}}
  genre-too-many | There may be any number of genres. | maxItems | parameters/Genre: {maxItems: null}
  currencies-doubles | A currency may be there twice. | uniqueItems | parameters/Currencies: {uniqueItems: null}
  number-parameter-zero | A price of 0 is accepted. | exclusiveMinimum | parameters/MaxPrice: {exclusiveMinimum: null, minimum: 0}
  title-parameter-empty | A title that is empty is accepted. | minLength | parameters/Title: {minLength: null}
  title-parameter-too-long | A title of any length is accepted. | maxLength | parameters/Title: {maxLength: null}
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid | parameters/RequestId: {format: null}
`

const VALID = `
  limit-largest-refused | The largest limit is refused. | maximum | parameters/Limit: {maximum: 99}
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
