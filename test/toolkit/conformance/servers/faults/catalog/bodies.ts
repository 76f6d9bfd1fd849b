/** Faults at the validation of bodies. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json, JsonObject } from '../../json/value.js'
import { failsAt, faultsOf, wraps } from '../fault.js'
import { coerces } from '../shared/json.js'

/** Validates no body of an operation. */
const skips = (id: string) =>
  wraps('validate', (validate) => (value, schema, call) => {
    if (call.operation.id !== id) validate(value, schema, call)
  })

const ACCEPTED = `
  book-open | A book may have members that are not named. | additionalProperties | Book: {additionalProperties: null}
  title-empty | A title may be empty. | minLength | Book/properties/title: {minLength: null}
  title-number | A number is taken for a title. | type | Book/properties/title: {type: [string, number]}
  title-null | A title may be null. | type | Book/properties/title: {type: [string, 'null']}
  isbn-begins | What begins like an ISBN is one. | pattern | Book/properties/isbn: {pattern: '^97[89][0-9]{10}'}
  isbn-ends | What ends like an ISBN is one. | pattern | Book/properties/isbn: {pattern: '97[89][0-9]{10}$'}
  isbn-dashes | An ISBN may have dashes. | pattern | Book/properties/isbn: {pattern: '^[0-9-]{13,17}$'}
  price-number | A number is taken for a price. | type | Money: {type: [object, number]}
  amount-not-required | A price needs no amount. | required | Money: {required: [currency]}
  amount-negative | An amount may be negative. | minimum | Money/properties/amount: {minimum: null}
  amount-off-by-one | An amount may be one larger. | maximum | Money/properties/amount: {maximum: 100000}
  amount-any-fraction | An amount may have any fraction. | multipleOf | Money/properties/amount: {multipleOf: null}
  amount-text | An amount may be text. | type | Money/properties/amount: {type: [number, string]}
  currency-one-more | There is one currency more. | enum | Currency: {enum: [EUR, USD, GBP, CHF]}
  genres-empty | A book may have no genres. | minItems | Book/properties/genres: {minItems: null}
  genres-off-by-one | A book may have one genre more. | maxItems | Book/properties/genres: {maxItems: 4}
  genres-doubles | A genre may be there twice. | uniqueItems | Book/properties/genres: {uniqueItems: null}
  genres-any | A genre may be any text. | enum | Genre: {enum: null}
  author-not-validated | Authors are not validated. | items | Book/properties/authors: {items: {}}
  author-name-not-required | An author needs no name. | required | Author: {required: null}
  author-open | An author may have members that are not named. | additionalProperties | Author: {additionalProperties: null}
  born-too-late | An author may be born after 2100. | maximum | Author/properties/born: {maximum: null}
  born-fraction | A year may have a fraction. | type | Author/properties/born: {type: number}
  died-without-born | An author may die without being born. | dependentRequired | Author: {dependentRequired: null}
  edition-any | An edition may be anything. | oneOf | Edition: {oneOf: null}
  edition-unknown-medium | An edition may have a medium that there is not. | oneOf: discriminator | Paper/properties/medium: {const: null}
  edition-without-medium | An edition needs no medium. | required: discriminator | Ebook: {required: [bytes]}
  paper-open | A printed edition may have the members of the other one. | additionalProperties | Paper: {additionalProperties: null}
  pages-zero | A printed edition may have no pages. | minimum | Paper/properties/pages: {minimum: 0}
  weight-zero | The weight may be 0. | exclusiveMinimum | Paper/properties/weight: {exclusiveMinimum: null, minimum: 0}
  weight-bound | The weight may be 100. | exclusiveMaximum | Paper/properties/weight: {exclusiveMaximum: null, maximum: 100}
  date-any | The day of publication may be any text. | format: date | Book/properties/publishedOn: {format: null}
  discount-any | The discount need not be a multiple of 5. | multipleOf | Book/properties/discount: {multipleOf: null}
  translations-any-name | Names of languages are not validated. | propertyNames | Book/properties/translations: {propertyNames: null}
  translations-any-value | Translations are not validated. | additionalProperties: schema | Book/properties/translations: {additionalProperties: null}
  supplier-code-long | The code of the supplier may have any length. | maxLength | Book/properties/supplierCode: {maxLength: null}
  book-not-validated | Nothing of a book is validated but that it is an object. | schema | always validate: null
  title-off-by-one | A title may have one character more. | maxLength | Book/properties/title: {maxLength: 121}
  isbn-trimmed | White space around an ISBN is not looked at. | pattern
  currency-any-case | A currency may be in small letters. | enum
  genres-single | A single genre is taken for a list. | type
  stock-too-large | The stock may have any size. | format: int64 | Book/properties/stock: {format: null}
  date-not-of-calendar | A day that there is not is accepted. | format: date
  email-any | The contact may be any text. | format: email | always formats/email: true
  uri-relative | The website may be relative. | format: uri
  sequel-any | sequelOf may be any text. | format: uuid
  put-not-validated | The body of PUT is not validated. | schema
  patch-not-validated | A patch is not validated. | schema
  patch-empty | A patch may be empty. | minProperties | BookPatch: {minProperties: null}
  patch-title-null | A patch may remove the title. | type | BookPatch/properties/title: {type: [string, 'null']}
  patch-as-json | A patch is accepted as application/json. | content: 415
  review-unknown-kind | A review may be of a kind that there is not. | discriminator | TextReview/properties/kind: {const: null}
  stars-six | A review may have six stars. | maximum | StarReview/properties/stars: {maximum: 6}
  search-limit-zero | The limit of a search may be 0. | minimum | Search/properties/limit: {minimum: null}
  search-nested-not-validated | What is inside of not is not validated. | $ref: recursive | Condition/properties: {not: {type: object}}
  search-price-empty | A price condition may be empty. | minProperties | Condition/properties/price: {minProperties: null}
  search-conditions-too-many | There may be four conditions. | maxProperties | Condition: {maxProperties: null}
`

const accepted = faultsOf<CatalogPoints>('negative body', ACCEPTED, {
  'isbn-trimmed': coerces((body) => {
    if (typeof body.isbn === 'string') body.isbn = body.isbn.trim()
  }),
  'currency-any-case': (p) => {
    const own = p.keywords.enum as never as (v: Json, of: Json[]) => boolean
    p.keywords.enum = (value: Json, of: Json[]) =>
      own(typeof value === 'string' && of.includes('EUR') ? value.toUpperCase() : value, of)
  },
  'genres-single': coerces((body) => {
    if (typeof body.genres === 'string') body.genres = [body.genres]
  }),
  'date-not-of-calendar': (p) => {
    p.formats.date = (text) => /^\d{4}-\d\d-\d\d$/.test(text)
  },
  'uri-relative': (p) => {
    p.formats.uri = (text) => !/\s/.test(text)
  },
  'sequel-any': (p) => {
    p.document.components.schemas.Book.properties.sequelOf.format = undefined
    p.checkSequel = () => {}
  },
  'put-not-validated': skips('replaceBook'),
  'patch-not-validated': skips('patchBook'),
  'patch-as-json': wraps('checkMediaType', (checkMediaType) => (call) => {
    if (call.operation.id === 'patchBook' && call.headers['content-type'] === 'application/json')
      call.type = 'application/merge-patch+json'
    else return checkMediaType(call)
  }),
})

const REFUSED = `
  title-short-refused | A title of one character is refused. | minLength | Book/properties/title: {minLength: 2}
  subtitle-null-refused | A subtitle of null is refused. | type: null | Book/properties/subtitle: {type: string}
  isbn-979-refused | An ISBN that begins with 979 is refused. | pattern | Book/properties/isbn: {pattern: '^978[0-9]{10}$'}
  amount-zero-refused | An amount of 0 is refused. | minimum | Money/properties/amount: {minimum: null, exclusiveMinimum: 0}
  amount-largest-refused | The largest amount is refused. | maximum | Money/properties/amount: {maximum: null, exclusiveMaximum: 99999.99}
  currency-one-less | One of the currencies is refused. | enum | Currency: {enum: [EUR, USD]}
  genres-three-refused | The most genres are refused. | maxItems | Book/properties/genres: {maxItems: 2}
  authors-none-refused | An empty list of authors is refused. | minItems | Book/properties/authors: {minItems: 1}
  author-born-alone-refused | A year of birth without one of death is refused. | dependentRequired | Author: {dependentRequired: {died: [born], born: [died]}}
  paper-refused | Printed editions are refused. | oneOf | Edition: {oneOf: [{$ref: '#/components/schemas/Ebook'}]}
  weight-small-refused | A weight below 1 is refused. | exclusiveMinimum | Paper/properties/weight: {exclusiveMinimum: 1}
  stock-int32 | A stock above 2^31-1 is refused. | format: int64 | Book/properties/stock: {format: int32}
  translations-none-refused | An empty map of translations is refused. | minProperties | Book/properties/translations: {minProperties: 1}
  supplier-code-refused | The code of a supplier is refused. | writeOnly | Book/properties/supplierCode: {maxLength: 0}
  title-in-utf16-units | The length of a title counts surrogates. | maxLength: characters
  amount-in-doubles | Amounts that doubles do not divide exactly are refused. | multipleOf
  date-leap-refused | The 29th of February is refused. | format: date
  uri-other-scheme-refused | A website that is not of http is refused. | format: uri
  unicode-500 | A title outside of ASCII makes the server fail. | no 5xx
  empty-search-500 | A search that finds nothing makes the server fail. | no 5xx
  search-nested-500 | A condition inside of two others makes the server fail. | no 5xx
  search-empty-where-refused | A search without conditions is refused. | minProperties | Condition: {minProperties: 1}
`

const refused = faultsOf<CatalogPoints>('positive body', REFUSED, {
  'title-in-utf16-units': (p) => {
    p.keywords.maxLength = (value: Json, most: number) =>
      typeof value !== 'string' || value.length <= most
  },
  'amount-in-doubles': (p) => {
    p.keywords.multipleOf = (value: Json, by: number) =>
      typeof value !== 'number' || (value / by) % 1 === 0
  },
  'date-leap-refused': (p) => {
    const own = p.formats.date as (t: string, v: Json) => boolean
    p.formats.date = (text, value) => own(text, value) && !text.endsWith('02-29')
  },
  'uri-other-scheme-refused': (p) => {
    p.formats.uri = (text) => /^https?:/.test(text)
  },
  'unicode-500': failsAt('keep', ({ title }) => /[^ -~]/.test(title as string)),
  'empty-search-500': failsAt('pageOf', ({ length }) => length === 0),
  'search-nested-500': (p) => {
    p.conditions.not = (book, condition: JsonObject) => {
      if ('not' in condition) throw new Error('nested')
      return !p.fits(book, condition)
    }
  },
})

export const bodies = [...accepted, ...refused]
