/** Faults at the validation of bodies. */

import type { CatalogPoints } from '../../catalog/points.js'
import { asks } from '../../exchange/expect.js'
import type { Json, JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import { changedRows, changes, faultRows, faultsOf, wraps } from '../fault.js'
import {
  asksBelow,
  finds,
  keepsBook,
  named,
  novel,
  patch,
  refusesBook,
  refusesReview,
  search,
  stars,
  words,
} from './requests.js'

const BOOK = 'schemas/Book'
const of = (name: string) => `${BOOK}/properties/${name}`
const refusesPatch = (body: Json) => asksBelow('', patch(body), 400)
const money = (over: Record<string, Json>) => ({ price: { ...novel.price, ...over } })
const author = (over: Record<string, Json>) => ({ authors: [{ name: 'Ada', ...over }] })
const paper = (over: Record<string, Json>) => ({
  edition: { medium: 'paper', pages: 100, ...over },
})
const ebook = (over: Record<string, Json>) => ({
  edition: { medium: 'ebook', bytes: 100, ...over },
})

/** Changes a body before it is validated. */
const coerce = (change: (body: JsonObject) => void) =>
  wraps<CatalogPoints, 'validate'>('validate', (validate) => (value, schema, call) => {
    if (value !== null && typeof value === 'object') change(value as JsonObject)
    validate(value, schema, call)
  })

const CHANGED_ACCEPTED = `
  book-open | A book may have members that are not named. | additionalProperties | Book: {additionalProperties: null} | {color: red}
  title-empty | A title may be empty. | minLength | Book/properties/title: {minLength: null} | {title: ''}
  title-number | A number is taken for a title. | type | Book/properties/title: {type: [string, number]} | {title: 5}
  title-null | A title may be null. | type | Book/properties/title: {type: [string, 'null']} | {title: null}
  subtitle-number | A number is taken for a subtitle. | type | Book/properties/subtitle: {type: [string, 'null', number]} | {subtitle: 5}
  isbn-any | An ISBN may be any text. | pattern | Book/properties/isbn: {pattern: null} | {isbn: ISBN}
  isbn-begins | What begins like an ISBN is one. | pattern | Book/properties/isbn: {pattern: '^97[89][0-9]{10}'} | {isbn: '97803064061579'}
  isbn-ends | What ends like an ISBN is one. | pattern | Book/properties/isbn: {pattern: '97[89][0-9]{10}$'} | {isbn: x9780306406157}
  isbn-dashes | An ISBN may have dashes. | pattern | Book/properties/isbn: {pattern: '^[0-9-]{13,17}$'} | {isbn: '978-0306406157'}
  price-number | A number is taken for a price. | type | Money: {type: [object, number]} | {price: 5}
  money-open | A price may have members that are not named. | additionalProperties | Money: {additionalProperties: null} | {price: {amount: 12.5, currency: EUR, tax: 7}}
  amount-not-required | A price needs no amount. | required | Money: {required: [currency]} | {price: {currency: EUR}}
  currency-not-required | A price needs no currency. | required | Money: {required: [amount]} | {price: {amount: 1}}
  amount-negative | An amount may be negative. | minimum | Money/properties/amount: {minimum: null} | {price: {amount: -0.01, currency: EUR}}
  amount-too-large | An amount may have any size. | maximum | Money/properties/amount: {maximum: null} | {price: {amount: 100000, currency: EUR}}
  amount-off-by-one | An amount may be one larger. | maximum | Money/properties/amount: {maximum: 100000} | {price: {amount: 100000, currency: EUR}}
  amount-any-fraction | An amount may have any fraction. | multipleOf | Money/properties/amount: {multipleOf: null} | {price: {amount: 1.005, currency: EUR}}
  amount-text | An amount may be text. | type | Money/properties/amount: {type: [number, string]} | {price: {amount: '12.50', currency: EUR}}
  currency-any | A currency may be any text. | enum | Currency: {enum: null} | {price: {amount: 12.5, currency: euro}}
  currency-one-more | There is one currency more. | enum | Currency: {enum: [EUR, USD, GBP, CHF]} | {price: {amount: 12.5, currency: CHF}}
  genres-empty | A book may have no genres. | minItems | Book/properties/genres: {minItems: null} | {genres: []}
  genres-too-many | A book may have any number of genres. | maxItems | Book/properties/genres: {maxItems: null} | {genres: [novel, comic, poetry, history]}
  genres-off-by-one | A book may have one genre more. | maxItems | Book/properties/genres: {maxItems: 4} | {genres: [novel, comic, poetry, history]}
  genres-doubles | A genre may be there twice. | uniqueItems | Book/properties/genres: {uniqueItems: null} | {genres: [novel, novel]}
  genres-any | A genre may be any text. | enum | Genre: {enum: null} | {genres: [garden]}
  author-not-validated | Authors are not validated. | items | Book/properties/authors: {items: {}} | {authors: [{called: Ada}]}
  author-name-not-required | An author needs no name. | required | Author: {required: null} | {authors: [{born: 1815}]}
  author-open | An author may have members that are not named. | additionalProperties | Author: {additionalProperties: null} | {authors: [{name: Ada, age: 36}]}
  born-too-early | An author may be born in any year. | minimum | Author/properties/born: {minimum: null} | {authors: [{name: Ada, born: 999}]}
  born-too-late | An author may be born after 2100. | maximum | Author/properties/born: {maximum: null} | {authors: [{name: Ada, born: 2101}]}
  born-fraction | A year may have a fraction. | type | Author/properties/born: {type: number} | {authors: [{name: Ada, born: 1815.5}]}
  died-without-born | An author may die without being born. | dependentRequired | Author: {dependentRequired: null} | {authors: [{name: Ada, died: 1852}]}
  edition-any | An edition may be anything. | oneOf | Edition: {oneOf: null} | {edition: {medium: stone}}
  edition-unknown-medium | An edition may have a medium that there is not. | oneOf: discriminator | Paper/properties/medium: {const: null} | {edition: {medium: vellum, pages: 100}}
  edition-without-medium | An edition needs no medium. | required: discriminator | Ebook: {required: [bytes]} | {edition: {bytes: 5}}
  paper-without-pages | A printed edition needs no pages. | required | Paper: {required: [medium]} | {edition: {medium: paper}}
  paper-open | A printed edition may have the members of the other one. | additionalProperties | Paper: {additionalProperties: null} | {edition: {medium: paper, pages: 100, bytes: 5}}
  pages-zero | A printed edition may have no pages. | minimum | Paper/properties/pages: {minimum: 0} | {edition: {medium: paper, pages: 0}}
  pages-too-many | A printed edition may have any number of pages. | maximum | Paper/properties/pages: {maximum: null} | {edition: {medium: paper, pages: 20001}}
  weight-zero | The weight may be 0. | exclusiveMinimum | Paper/properties/weight: {exclusiveMinimum: null, minimum: 0} | {edition: {medium: paper, pages: 100, weight: 0}}
  weight-bound | The weight may be 100. | exclusiveMaximum | Paper/properties/weight: {exclusiveMaximum: null, maximum: 100} | {edition: {medium: paper, pages: 100, weight: 100}}
  bytes-negative | An ebook may have negative bytes. | minimum | Ebook/properties/bytes: {minimum: null} | {edition: {medium: ebook, bytes: -1}}
  encoding-any | The encoding may be any text. | enum | Ebook/properties/encoding: {enum: null} | {edition: {medium: ebook, bytes: 100, encoding: mobi}}
  stock-negative | The stock may be negative. | minimum | Book/properties/stock: {minimum: null} | {stock: -1}
  stock-fraction | The stock may have a fraction. | type | Book/properties/stock: {type: number, format: null} | {stock: 1.5}
  stock-null | The stock may be null. | type | Book/properties/stock: {type: [integer, 'null']} | {stock: null}
  date-any | The day of publication may be any text. | format: date | Book/properties/publishedOn: {format: null} | {publishedOn: today}
  discount-any | The discount need not be a multiple of 5. | multipleOf | Book/properties/discount: {multipleOf: null} | {discount: 7}
  discount-too-large | The discount may have any size. | maximum | Book/properties/discount: {maximum: null} | {discount: 95}
  discount-negative | The discount may be negative. | minimum | Book/properties/discount: {minimum: null} | {discount: -5}
  translations-any-name | Names of languages are not validated. | propertyNames | Book/properties/translations: {propertyNames: null} | {translations: {german: x}}
  translations-any-value | Translations are not validated. | additionalProperties: schema | Book/properties/translations: {additionalProperties: null} | {translations: {de: 5}}
  translations-empty | A translation may be empty. | minLength | Book/properties/translations/additionalProperties: {minLength: null} | {translations: {de: ''}}
  translations-list | Translations may be a list. | type | Book/properties/translations: {type: [object, array]} | {translations: []}
  supplier-code-short | The code of the supplier may be short. | minLength | Book/properties/supplierCode: {minLength: null} | {supplierCode: abc}
  supplier-code-long | The code of the supplier may have any length. | maxLength | Book/properties/supplierCode: {maxLength: null} | {supplierCode: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
`

const ACCEPTED = `
  title-not-required | A book needs no title. | required: title
  isbn-not-required | A book needs no ISBN. | required: isbn
  price-not-required | A book needs no price. | required: price
  genres-not-required | A book needs no genres. | required: genres
  book-not-validated | Nothing of a book is validated but that it is an object. | schema
  title-too-long | A title may have any length. | maxLength
  title-off-by-one | A title may have one character more. | maxLength
  title-blank-cut | A title is cut instead of refused. | maxLength
  title-printed | A number is stored as the text of a title. | type
  isbn-trimmed | White space around an ISBN is not looked at. | pattern
  currency-any-case | A currency may be in small letters. | enum
  genres-doubles-removed | A genre that is there twice is stored once. | uniqueItems
  genres-only-first | Only the first genre is validated. | items
  genres-single | A single genre is taken for a list. | type
  authors-too-many | A book may have any number of authors. | maxItems
  author-name-too-long | The name of an author may have any length. | maxLength
  bytes-too-large | An ebook may have any number of bytes. | format: int64
  stock-too-large | The stock may have any size. | format: int64
  stock-text | Text of digits is taken for the stock. | type
  stock-boolean | true is taken for a stock of 1. | type
  date-not-of-calendar | A day that there is not is accepted. | format: date
  date-with-time | The day of publication may have a time. | format: date
  email-any | The contact may be any text. | format: email
  uri-any | The website may be any text. | format: uri
  uri-relative | The website may be relative. | format: uri
  sequel-any | sequelOf may be any text. | format: uuid
  put-not-validated | The body of PUT is not validated. | schema
  put-required-not-checked | PUT needs no members. | required
  patch-not-validated | A patch is not validated. | schema
  patch-open | A patch may have members that are not named. | additionalProperties
  patch-empty | A patch may be empty. | minProperties
  patch-title-null | A patch may remove the title. | type
  patch-stock-negative | A patch may make the stock negative. | minimum
  patch-title-too-long | A patch may make the title long. | maxLength
  patch-as-json | A patch is accepted as application/json. | content: 415
  book-as-merge-patch | A book is accepted as a merge patch. | content: 415
  review-not-validated | Reviews are not validated. | oneOf
  review-unknown-kind | A review may be of a kind that there is not. | discriminator
  review-mixed | A review in stars may have words. | additionalProperties
  review-without-text | A review in words needs none. | required
  review-without-id | A review needs no id. | required
  review-id-too-large | The id of a review may have any size. | format: int64
  review-id-text | The id of a review may be text. | type
  stars-six | A review may have six stars. | maximum
  stars-zero | A review may have no stars. | minimum
  search-without-where | A search needs no conditions. | required
  search-open | A search may have members that are not named. | additionalProperties
  search-unknown-condition | Conditions that there are not are left out. | additionalProperties
  search-limit-zero | The limit of a search may be 0. | minimum
  search-limit-too-large | The limit of a search may have any size. | maximum
  search-nested-not-validated | What is inside of not is not validated. | $ref: recursive
  search-price-empty | A price condition may be empty. | minProperties
  search-genres-doubles | A genre may be looked for twice. | uniqueItems
  search-conditions-too-many | There may be four conditions. | maxProperties
`

const accepted = faultRows<CatalogPoints>(ACCEPTED, {
  'title-not-required': [
    changes(BOOK, { required: ['isbn', 'price', 'genres'] }),
    refusesBook({ title: undefined }),
  ],
  'isbn-not-required': [
    changes(BOOK, { required: ['title', 'price', 'genres'] }),
    refusesBook({ isbn: undefined }),
  ],
  'price-not-required': [
    changes(BOOK, { required: ['title', 'isbn', 'genres'] }),
    refusesBook({ price: undefined }),
  ],
  'genres-not-required': [
    changes(BOOK, { required: ['title', 'isbn', 'price'] }),
    refusesBook({ genres: undefined }),
  ],
  'book-not-validated': [wraps('validate', () => () => {}), refusesBook({ title: undefined })],
  'title-too-long': [
    changes(of('title'), { maxLength: undefined }),
    refusesBook({ title: 't'.repeat(121) }),
  ],
  'title-off-by-one': [
    changes(of('title'), { maxLength: 121 }),
    refusesBook({ title: 't'.repeat(121) }),
  ],
  'title-blank-cut': [
    coerce((body) => {
      if (typeof body.title === 'string') body.title = body.title.slice(0, 120)
    }),
    refusesBook({ title: 't'.repeat(200) }),
  ],
  'title-printed': [
    coerce((body) => {
      if (typeof body.title === 'number') body.title = String(body.title)
    }),
    refusesBook({ title: 5 }),
  ],
  'isbn-trimmed': [
    coerce((body) => {
      if (typeof body.isbn === 'string') body.isbn = body.isbn.trim()
    }),
    refusesBook({ isbn: ' 9780306406157' }),
  ],
  'currency-any-case': [
    (p) => {
      const own = p.keywords.enum as never as (v: Json, of: Json[]) => boolean
      p.keywords.enum = (value: Json, of: Json[]) =>
        own(typeof value === 'string' && of.includes('EUR') ? value.toUpperCase() : value, of)
    },
    refusesBook(money({ currency: 'eur' })),
  ],
  'genres-doubles-removed': [
    coerce((body) => {
      if (Array.isArray(body.genres)) body.genres = [...new Set(body.genres)]
    }),
    refusesBook({ genres: ['novel', 'novel'] }),
  ],
  'genres-only-first': [
    wraps('validate', (validate) => (value, schema, call) => {
      const { genres } = value as JsonObject
      const some = Array.isArray(genres) ? { genres: genres.slice(0, 1) } : {}
      validate({ ...(value as JsonObject), ...some }, schema, call)
    }),
    refusesBook({ genres: ['novel', 'garden'] }),
  ],
  'genres-single': [
    coerce((body) => {
      if (typeof body.genres === 'string') body.genres = [body.genres]
    }),
    refusesBook({ genres: 'novel' }),
  ],
  'authors-too-many': [
    changes(of('authors'), { maxItems: undefined }),
    refusesBook({ authors: Array.from({ length: 21 }, () => ({ name: 'Ada' })) }),
  ],
  'author-name-too-long': [
    changes('schemas/Author/properties/name', { maxLength: undefined }),
    refusesBook(author({ name: 'a'.repeat(101) })),
  ],
  'bytes-too-large': [
    changes('schemas/Ebook/properties/bytes', { format: undefined }),
    refusesBook(ebook({ bytes: 2n ** 63n })),
  ],
  'stock-too-large': [
    changes(of('stock'), { format: undefined }),
    refusesBook({ stock: 2n ** 63n }),
  ],
  'stock-text': [
    coerce((body) => {
      if (typeof body.stock === 'string') body.stock = Number(body.stock)
    }),
    refusesBook({ stock: '7' }),
  ],
  'stock-boolean': [
    coerce((body) => {
      if (typeof body.stock === 'boolean') body.stock = Number(body.stock)
    }),
    refusesBook({ stock: true }),
  ],
  'date-not-of-calendar': [
    (p) => {
      p.formats.date = (text) => /^\d{4}-\d\d-\d\d$/.test(text)
    },
    refusesBook({ publishedOn: '2021-02-29' }),
  ],
  'date-with-time': [
    (p) => {
      p.formats.date = (text) => !Number.isNaN(Date.parse(text))
    },
    refusesBook({ publishedOn: '2021-02-28T00:00:00Z' }),
  ],
  'email-any': [
    (p) => {
      p.formats.email = () => true
    },
    refusesBook({ contact: 'nobody' }),
  ],
  'uri-any': [
    (p) => {
      p.formats.uri = () => true
    },
    refusesBook({ website: 'not a uri' }),
  ],
  'uri-relative': [
    (p) => {
      p.formats.uri = (text) => !/\s/.test(text)
    },
    refusesBook({ website: '/books' }),
  ],
  'sequel-any': [
    (p) => {
      p.document.components.schemas.Book.properties.sequelOf.format = undefined
      p.checkSequel = () => {}
    },
    refusesBook({ sequelOf: 'the one before' }),
  ],
  'put-not-validated': [
    wraps('validate', (validate) => (value, schema, call) => {
      if (call.operation.id !== 'replaceBook') validate(value, schema, call)
    }),
    asksBelow('', { method: 'PUT', body: { ...novel, price: 'free' } }, 400),
  ],
  'put-required-not-checked': [
    (p) => {
      const { required } = p.keywords
      let isPut = false
      const { validate } = p
      p.validate = (value, schema, call) => {
        isPut = call.operation.id === 'replaceBook'
        validate(value, schema, call)
      }
      p.keywords.required = (value: Json, names: string[]) =>
        isPut || (required as never as (v: Json, n: string[]) => boolean)(value, names)
    },
    asksBelow('', { method: 'PUT', body: { title: 'x' } }, 400),
  ],
  'patch-not-validated': [
    wraps('validate', (validate) => (value, schema, call) => {
      if (call.operation.id !== 'patchBook') validate(value, schema, call)
    }),
    refusesPatch({ title: 5 }),
  ],
  'patch-open': [
    changes('schemas/BookPatch', { additionalProperties: undefined }),
    refusesPatch({ color: 'red' }),
  ],
  'patch-empty': [changes('schemas/BookPatch', { minProperties: undefined }), refusesPatch({})],
  'patch-title-null': [
    changes('schemas/BookPatch/properties/title', { type: ['string', 'null'] }),
    refusesPatch({ title: null }),
  ],
  'patch-stock-negative': [
    changes('schemas/BookPatch/properties/stock', { minimum: undefined }),
    refusesPatch({ stock: -1 }),
  ],
  'patch-title-too-long': [
    changes('schemas/BookPatch/properties/title', { maxLength: undefined }),
    refusesPatch({ title: 't'.repeat(121) }),
  ],
  'patch-as-json': [
    wraps('checkMediaType', (checkMediaType) => (call) => {
      if (call.operation.id === 'patchBook' && call.headers['content-type'] === 'application/json')
        call.type = 'application/merge-patch+json'
      else return checkMediaType(call)
    }),
    asksBelow('', { method: 'PATCH', body: { title: 'x' } }, 415),
  ],
  'book-as-merge-patch': [
    wraps('checkMediaType', (checkMediaType) => (call) => {
      const { 'content-type': type } = call.headers
      if (call.operation.id === 'createBook' && type === 'application/merge-patch+json')
        call.type = 'application/json'
      else return checkMediaType(call)
    }),
    asks(
      { method: 'POST', path: '/books', body: novel, type: 'application/merge-patch+json' },
      415,
    ),
  ],
  'review-not-validated': [
    changes('schemas/Review', { oneOf: undefined }),
    refusesReview({ id: 1 }),
  ],
  'review-unknown-kind': [
    changes('schemas/TextReview/properties/kind', { const: undefined }),
    refusesReview({ ...words, kind: 'video' }),
  ],
  'review-mixed': [
    changes('schemas/StarReview', { additionalProperties: undefined }),
    refusesReview({ ...stars, text: 'Good.' }),
  ],
  'review-without-text': [
    changes('schemas/TextReview', { required: ['id', 'kind', 'reviewer'] }),
    refusesReview({ id: 2, kind: 'text', reviewer: 'bob@example.org' }),
  ],
  'review-without-id': [
    changes('schemas/StarReview', { required: ['kind', 'reviewer', 'stars'] }),
    refusesReview({ kind: 'stars', reviewer: 'ada@example.org', stars: 5 }),
  ],
  'review-id-too-large': [
    changes('schemas/StarReview/properties/id', { format: undefined }),
    refusesReview({ ...stars, id: 2n ** 63n }),
  ],
  'review-id-text': [
    coerce((body) => {
      if (typeof body.id === 'string' && /^\d+$/.test(body.id)) body.id = Number(body.id)
    }),
    refusesReview({ ...stars, id: '1' }),
  ],
  'stars-six': [
    changes('schemas/StarReview/properties/stars', { maximum: 6 }),
    refusesReview({ ...stars, stars: 6 }),
  ],
  'stars-zero': [
    changes('schemas/StarReview/properties/stars', { minimum: 0 }),
    refusesReview({ ...stars, stars: 0 }),
  ],
  'search-without-where': [
    (p) => {
      p.document.components.schemas.Search.required = []
      const own = p.fits
      p.fits = (book, condition) => own(book, condition ?? {})
    },
    asks({ method: 'POST', path: '/search', body: {} }, 400),
  ],
  'search-open': [
    changes('schemas/Search', { additionalProperties: undefined }),
    asks(search({}, { order: 'title' }), 400),
  ],
  'search-unknown-condition': [
    (p) => {
      p.document.components.schemas.Condition.additionalProperties = true
      const own = p.fits
      p.fits = (book, condition) =>
        own(
          book,
          Object.fromEntries(Object.entries(condition).filter(([name]) => name in p.conditions)),
        )
    },
    asks(search({ author: 'x' }), 400),
  ],
  'search-limit-zero': [
    changes('schemas/Search/properties/limit', { minimum: undefined }),
    asks(search({}, { limit: 0 }), 400),
  ],
  'search-limit-too-large': [
    changes('schemas/Search/properties/limit', { maximum: undefined }),
    asks(search({}, { limit: 101 }), 400),
  ],
  'search-nested-not-validated': [
    changes('schemas/Condition/properties', { not: { type: 'object' } }),
    asks(search({ not: { price: { below: 0 } } }), 400),
  ],
  'search-price-empty': [
    changes('schemas/Condition/properties/price', { minProperties: undefined }),
    asks(search({ price: {} }), 400),
  ],
  'search-genres-doubles': [
    changes('schemas/Condition/properties/genres/properties/anyOf', { uniqueItems: undefined }),
    asks(search({ genres: { anyOf: ['novel', 'novel'] } }), 400),
  ],
  'search-conditions-too-many': [
    changes('schemas/Condition', { maxProperties: undefined }),
    asks(
      search({
        title: { contains: 'a' },
        price: { above: 1 },
        genres: { anyOf: ['novel'] },
        not: {},
      }),
      400,
    ),
  ],
})

const CHANGED_REFUSED = `
  title-short-refused | A title of one character is refused. | minLength | Book/properties/title: {minLength: 2} | {title: V}
  subtitle-null-refused | A subtitle of null is refused. | type: null | Book/properties/subtitle: {type: string} | {subtitle: null}
  isbn-979-refused | An ISBN that begins with 979 is refused. | pattern | Book/properties/isbn: {pattern: '^978[0-9]{10}$'} | {isbn: '9791234567896'}
  amount-zero-refused | An amount of 0 is refused. | minimum | Money/properties/amount: {minimum: null, exclusiveMinimum: 0} | {price: {amount: 0, currency: EUR}}
  amount-largest-refused | The largest amount is refused. | maximum | Money/properties/amount: {maximum: null, exclusiveMaximum: 99999.99} | {price: {amount: 99999.99, currency: EUR}}
  currency-one-less | One of the currencies is refused. | enum | Currency: {enum: [EUR, USD]} | {price: {amount: 12.5, currency: GBP}}
  genres-three-refused | The most genres are refused. | maxItems | Book/properties/genres: {maxItems: 2} | {genres: [novel, comic, poetry]}
  authors-none-refused | An empty list of authors is refused. | minItems | Book/properties/authors: {minItems: 1} | {authors: []}
  author-born-alone-refused | A year of birth without one of death is refused. | dependentRequired | Author: {dependentRequired: {died: [born], born: [died]}} | {authors: [{name: Ada, born: 1900}]}
  paper-refused | Printed editions are refused. | oneOf | Edition: {oneOf: [{$ref: '#/components/schemas/Ebook'}]} | {edition: {medium: paper, pages: 100}}
  weight-small-refused | A weight below 1 is refused. | exclusiveMinimum | Paper/properties/weight: {exclusiveMinimum: 1} | {edition: {medium: paper, pages: 100, weight: 0.5}}
  stock-int32 | A stock above 2^31-1 is refused. | format: int64 | Book/properties/stock: {format: int32} | {stock: 2147483648}
  stock-zero-refused | A stock of 0 is refused. | minimum | Book/properties/stock: {minimum: 1} | {stock: 0}
  discount-largest-refused | The largest discount is refused. | maximum | Book/properties/discount: {maximum: 89} | {discount: 90}
  discount-zero-refused | A discount of 0 is refused. | minimum | Book/properties/discount: {exclusiveMinimum: 0} | {discount: 0}
  translations-none-refused | An empty map of translations is refused. | minProperties | Book/properties/translations: {minProperties: 1} | {translations: {}}
  sequel-null-refused | A sequelOf of null is refused. | type: null | Book/properties/sequelOf: {type: string} | {sequelOf: null}
  supplier-code-refused | The code of a supplier is refused. | writeOnly | Book/properties/supplierCode: {maxLength: 0} | {supplierCode: ACME-77}
`

const REFUSED = `
  title-longest-refused | The longest title is refused. | maxLength
  title-in-utf16-units | The length of a title counts surrogates. | maxLength: characters
  title-in-bytes | The length of a title counts bytes. | maxLength: characters
  amount-in-doubles | Amounts that doubles do not divide exactly are refused. | multipleOf
  amount-whole-refused | An amount without a fraction is refused. | type: number
  genre-one-less | One of the genres is refused. | enum
  date-leap-refused | The 29th of February is refused. | format: date
  date-future-refused | A day to come is refused. | format: date
  uri-other-scheme-refused | A website that is not of http is refused. | format: uri
  unicode-500 | A title outside of ASCII makes the server fail. | no 5xx
  long-title-500 | A long title makes the server fail. | no 5xx
  no-authors-500 | An empty list of authors makes the server fail. | no 5xx
  subtitle-null-500 | A subtitle of null makes the server fail. | no 5xx
  stock-large-500 | A stock above 2^53 makes the server fail. | no 5xx
  paper-500 | Printed editions make the server fail. | no 5xx
  least-book-500 | A book with the least members makes the server fail. | no 5xx
  empty-search-500 | A search that finds nothing makes the server fail. | no 5xx
  search-nested-500 | A condition inside of two others makes the server fail. | no 5xx
  search-empty-where-refused | A search without conditions is refused. | minProperties
`

const refused = faultRows<CatalogPoints>(REFUSED, {
  'title-longest-refused': [
    changes(of('title'), { maxLength: 119 }),
    keepsBook({ title: 't'.repeat(120) }),
  ],
  'title-in-utf16-units': [
    (p) => {
      p.keywords.maxLength = (value: Json, most: number) =>
        typeof value !== 'string' || value.length <= most
    },
    keepsBook({ title: '🌱'.repeat(100) }),
  ],
  'title-in-bytes': [
    (p) => {
      p.keywords.maxLength = (value: Json, most: number) =>
        typeof value !== 'string' || Buffer.byteLength(value) <= most
    },
    keepsBook({ title: 'ä'.repeat(100) }),
  ],
  'amount-in-doubles': [
    (p) => {
      p.keywords.multipleOf = (value: Json, by: number) =>
        typeof value !== 'number' || (value / by) % 1 === 0
    },
    keepsBook(money({ amount: 19.99 })),
  ],
  'amount-whole-refused': [
    wraps('validate', (validate) => (value, schema, call) => {
      const { price } = value as { price?: { amount?: Json } }
      if (Number.isInteger(price?.amount)) throw new Failure(400, 'The amount is no decimal.')
      validate(value, schema, call)
    }),
    keepsBook(money({ amount: 12 })),
  ],
  'genre-one-less': [
    (p) => {
      p.document.components.schemas.Genre.enum.pop()
    },
    keepsBook({ genres: ['comic'] }),
  ],
  'date-leap-refused': [
    (p) => {
      const own = p.formats.date as (t: string, v: Json) => boolean
      p.formats.date = (text, value) => own(text, value) && !text.endsWith('02-29')
    },
    keepsBook({ publishedOn: '2020-02-29' }),
  ],
  'date-future-refused': [
    (p) => {
      const own = p.formats.date as (t: string, v: Json) => boolean
      p.formats.date = (text, value) => own(text, value) && text < '2050'
    },
    keepsBook({ publishedOn: '2199-12-31' }),
  ],
  'uri-other-scheme-refused': [
    (p) => {
      p.formats.uri = (text) => /^https?:/.test(text)
    },
    keepsBook({ website: 'urn:isbn:9780306406157' }),
  ],
  'unicode-500': [
    wraps('keep', (keep) => (body) => {
      if (/[^ -~]/.test(body.title as string)) throw new Error('charset')
      return keep(body)
    }),
    keepsBook({ title: 'Gärten' }),
  ],
  'long-title-500': [
    wraps('keep', (keep) => (body) => {
      if ((body.title as string).length > 100) throw new Error('too long')
      return keep(body)
    }),
    keepsBook({ title: 't'.repeat(110) }),
  ],
  'no-authors-500': [
    wraps('keep', (keep) => (body) => {
      if (Array.isArray(body.authors) && body.authors.length === 0) throw new Error('first author')
      return keep(body)
    }),
    keepsBook({ authors: [] }),
  ],
  'subtitle-null-500': [
    wraps('keep', (keep) => (body) => {
      if (body.subtitle === null) throw new Error('null.trim')
      return keep(body)
    }),
    keepsBook({ subtitle: null }),
  ],
  'stock-large-500': [
    wraps('keep', (keep) => (body) => {
      if (typeof body.stock === 'bigint') throw new Error('BigInt')
      return keep(body)
    }),
    keepsBook({ stock: 2n ** 60n }),
  ],
  'paper-500': [
    wraps('keep', (keep) => (body) => {
      if ((body.edition as JsonObject)?.medium === 'paper') throw new Error('no bytes')
      return keep(body)
    }),
    keepsBook(paper({})),
  ],
  'least-book-500': [
    wraps('keep', (keep) => (body) => {
      if (!body.authors) throw new Error('no authors')
      return keep(body)
    }),
    keepsBook(),
  ],
  'empty-search-500': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => {
      if (books.length === 0) throw new Error('nothing')
      return pageOf(books, limit, offset)
    }),
    finds(named('a'), { title: { contains: 'z' } }, []),
  ],
  'search-nested-500': [
    (p) => {
      p.conditions.not = (book, condition: JsonObject) => {
        if ('not' in condition) throw new Error('nested')
        return !p.fits(book, condition)
      }
    },
    finds(named('a'), { not: { not: { title: { contains: 'a' } } } }, ['a']),
  ],
  'search-empty-where-refused': [
    changes('schemas/Condition', { minProperties: 1 }),
    finds(named('a'), {}, ['a']),
  ],
})

export const bodies = [
  ...faultsOf<CatalogPoints>('negative body', [
    ...changedRows(CHANGED_ACCEPTED, refusesBook),
    ...accepted,
  ]),
  ...faultsOf<CatalogPoints>('positive body', [
    ...changedRows(CHANGED_REFUSED, keepsBook),
    ...refused,
  ]),
]
