/** Faults at the validation of bodies. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json } from '../../json/value.js'
import { faultsOf, wraps } from '../fault.js'

/** Validates no body of an operation. */
const skips = (id: string) =>
  wraps('validate', (validate) => (value, schema, call) => {
    if (call.operation.id !== id) validate(value, schema, call)
  })

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
  'put-not-validated': skips('replaceBook'),
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

export const bodies = [...accepted, ...refused]
