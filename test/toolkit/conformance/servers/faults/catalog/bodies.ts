/** Faults at the validation of bodies. */

import type { CatalogPoints } from '../../catalog/points.js'
import { asks } from '../../exchange/expect.js'
import type { Json, JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import { changes, type FaultRow, faultsOf } from '../fault.js'
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
const coerce = (change: (body: JsonObject) => void) => (p: CatalogPoints) => {
  const { validate } = p
  p.validate = (value, schema, call) => {
    if (value !== null && typeof value === 'object') change(value as JsonObject)
    validate(value, schema, call)
  }
}

const accepted: FaultRow<CatalogPoints>[] = [
  [
    'title-not-required',
    'A book needs no title.',
    'required: title',
    changes(BOOK, { required: ['isbn', 'price', 'genres'] }),
    refusesBook({ title: undefined }),
  ],
  [
    'isbn-not-required',
    'A book needs no ISBN.',
    'required: isbn',
    changes(BOOK, { required: ['title', 'price', 'genres'] }),
    refusesBook({ isbn: undefined }),
  ],
  [
    'price-not-required',
    'A book needs no price.',
    'required: price',
    changes(BOOK, { required: ['title', 'isbn', 'genres'] }),
    refusesBook({ price: undefined }),
  ],
  [
    'genres-not-required',
    'A book needs no genres.',
    'required: genres',
    changes(BOOK, { required: ['title', 'isbn', 'price'] }),
    refusesBook({ genres: undefined }),
  ],
  [
    'book-open',
    'A book may have members that are not named.',
    'additionalProperties',
    changes(BOOK, { additionalProperties: undefined }),
    refusesBook({ color: 'red' }),
  ],
  [
    'book-not-validated',
    'Nothing of a book is validated but that it is an object.',
    'schema',
    (p) => {
      p.validate = () => {}
    },
    refusesBook({ title: undefined }),
  ],
  [
    'title-empty',
    'A title may be empty.',
    'minLength',
    changes(of('title'), { minLength: undefined }),
    refusesBook({ title: '' }),
  ],
  [
    'title-too-long',
    'A title may have any length.',
    'maxLength',
    changes(of('title'), { maxLength: undefined }),
    refusesBook({ title: 't'.repeat(121) }),
  ],
  [
    'title-off-by-one',
    'A title may have one character more.',
    'maxLength',
    changes(of('title'), { maxLength: 121 }),
    refusesBook({ title: 't'.repeat(121) }),
  ],
  [
    'title-blank-cut',
    'A title is cut instead of refused.',
    'maxLength',
    coerce((body) => {
      if (typeof body.title === 'string') body.title = body.title.slice(0, 120)
    }),
    refusesBook({ title: 't'.repeat(200) }),
  ],
  [
    'title-number',
    'A number is taken for a title.',
    'type',
    changes(of('title'), { type: ['string', 'number'] }),
    refusesBook({ title: 5 }),
  ],
  [
    'title-printed',
    'A number is stored as the text of a title.',
    'type',
    coerce((body) => {
      if (typeof body.title === 'number') body.title = String(body.title)
    }),
    refusesBook({ title: 5 }),
  ],
  [
    'title-null',
    'A title may be null.',
    'type',
    changes(of('title'), { type: ['string', 'null'] }),
    refusesBook({ title: null }),
  ],
  [
    'subtitle-number',
    'A number is taken for a subtitle.',
    'type',
    changes(of('subtitle'), { type: ['string', 'null', 'number'] }),
    refusesBook({ subtitle: 5 }),
  ],
  [
    'isbn-any',
    'An ISBN may be any text.',
    'pattern',
    changes(of('isbn'), { pattern: undefined }),
    refusesBook({ isbn: 'ISBN' }),
  ],
  [
    'isbn-begins',
    'What begins like an ISBN is one.',
    'pattern',
    changes(of('isbn'), { pattern: '^97[89][0-9]{10}' }),
    refusesBook({ isbn: '97803064061579' }),
  ],
  [
    'isbn-ends',
    'What ends like an ISBN is one.',
    'pattern',
    changes(of('isbn'), { pattern: '97[89][0-9]{10}$' }),
    refusesBook({ isbn: 'x9780306406157' }),
  ],
  [
    'isbn-dashes',
    'An ISBN may have dashes.',
    'pattern',
    changes(of('isbn'), { pattern: '^[0-9-]{13,17}$' }),
    refusesBook({ isbn: '978-0306406157' }),
  ],
  [
    'isbn-trimmed',
    'White space around an ISBN is not looked at.',
    'pattern',
    coerce((body) => {
      if (typeof body.isbn === 'string') body.isbn = body.isbn.trim()
    }),
    refusesBook({ isbn: ' 9780306406157' }),
  ],
  [
    'price-number',
    'A number is taken for a price.',
    'type',
    changes('schemas/Money', { type: ['object', 'number'] }),
    refusesBook({ price: 5 }),
  ],
  [
    'money-open',
    'A price may have members that are not named.',
    'additionalProperties',
    changes('schemas/Money', { additionalProperties: undefined }),
    refusesBook(money({ tax: 7 })),
  ],
  [
    'amount-not-required',
    'A price needs no amount.',
    'required',
    changes('schemas/Money', { required: ['currency'] }),
    refusesBook({ price: { currency: 'EUR' } }),
  ],
  [
    'currency-not-required',
    'A price needs no currency.',
    'required',
    changes('schemas/Money', { required: ['amount'] }),
    refusesBook({ price: { amount: 1 } }),
  ],
  [
    'amount-negative',
    'An amount may be negative.',
    'minimum',
    changes('schemas/Money/properties/amount', { minimum: undefined }),
    refusesBook(money({ amount: -0.01 })),
  ],
  [
    'amount-too-large',
    'An amount may have any size.',
    'maximum',
    changes('schemas/Money/properties/amount', { maximum: undefined }),
    refusesBook(money({ amount: 100_000 })),
  ],
  [
    'amount-off-by-one',
    'An amount may be one larger.',
    'maximum',
    changes('schemas/Money/properties/amount', { maximum: 100_000 }),
    refusesBook(money({ amount: 100_000 })),
  ],
  [
    'amount-any-fraction',
    'An amount may have any fraction.',
    'multipleOf',
    changes('schemas/Money/properties/amount', { multipleOf: undefined }),
    refusesBook(money({ amount: 1.005 })),
  ],
  [
    'amount-text',
    'An amount may be text.',
    'type',
    changes('schemas/Money/properties/amount', { type: ['number', 'string'] }),
    refusesBook(money({ amount: '12.50' })),
  ],
  [
    'currency-any',
    'A currency may be any text.',
    'enum',
    changes('schemas/Currency', { enum: undefined }),
    refusesBook(money({ currency: 'euro' })),
  ],
  [
    'currency-one-more',
    'There is one currency more.',
    'enum',
    changes('schemas/Currency', { enum: ['EUR', 'USD', 'GBP', 'CHF'] }),
    refusesBook(money({ currency: 'CHF' })),
  ],
  [
    'currency-any-case',
    'A currency may be in small letters.',
    'enum',
    (p) => {
      const own = p.keywords.enum as never as (v: Json, of: Json[]) => boolean
      p.keywords.enum = (value: Json, of: Json[]) =>
        own(typeof value === 'string' && of.includes('EUR') ? value.toUpperCase() : value, of)
    },
    refusesBook(money({ currency: 'eur' })),
  ],
  [
    'genres-empty',
    'A book may have no genres.',
    'minItems',
    changes(of('genres'), { minItems: undefined }),
    refusesBook({ genres: [] }),
  ],
  [
    'genres-too-many',
    'A book may have any number of genres.',
    'maxItems',
    changes(of('genres'), { maxItems: undefined }),
    refusesBook({ genres: ['novel', 'comic', 'poetry', 'history'] }),
  ],
  [
    'genres-off-by-one',
    'A book may have one genre more.',
    'maxItems',
    changes(of('genres'), { maxItems: 4 }),
    refusesBook({ genres: ['novel', 'comic', 'poetry', 'history'] }),
  ],
  [
    'genres-doubles',
    'A genre may be there twice.',
    'uniqueItems',
    changes(of('genres'), { uniqueItems: undefined }),
    refusesBook({ genres: ['novel', 'novel'] }),
  ],
  [
    'genres-doubles-removed',
    'A genre that is there twice is stored once.',
    'uniqueItems',
    coerce((body) => {
      if (Array.isArray(body.genres)) body.genres = [...new Set(body.genres)]
    }),
    refusesBook({ genres: ['novel', 'novel'] }),
  ],
  [
    'genres-any',
    'A genre may be any text.',
    'enum',
    changes('schemas/Genre', { enum: undefined }),
    refusesBook({ genres: ['garden'] }),
  ],
  [
    'genres-only-first',
    'Only the first genre is validated.',
    'items',
    (p) => {
      const { validate } = p
      p.validate = (value, schema, call) => {
        const { genres } = value as JsonObject
        const some = Array.isArray(genres) ? { genres: genres.slice(0, 1) } : {}
        validate({ ...(value as JsonObject), ...some }, schema, call)
      }
    },
    refusesBook({ genres: ['novel', 'garden'] }),
  ],
  [
    'genres-single',
    'A single genre is taken for a list.',
    'type',
    coerce((body) => {
      if (typeof body.genres === 'string') body.genres = [body.genres]
    }),
    refusesBook({ genres: 'novel' }),
  ],
  [
    'authors-too-many',
    'A book may have any number of authors.',
    'maxItems',
    changes(of('authors'), { maxItems: undefined }),
    refusesBook({ authors: Array.from({ length: 21 }, () => ({ name: 'Ada' })) }),
  ],
  [
    'author-not-validated',
    'Authors are not validated.',
    'items',
    changes(of('authors'), { items: {} }),
    refusesBook({ authors: [{ called: 'Ada' }] }),
  ],
  [
    'author-name-not-required',
    'An author needs no name.',
    'required',
    changes('schemas/Author', { required: undefined }),
    refusesBook({ authors: [{ born: 1815 }] }),
  ],
  [
    'author-open',
    'An author may have members that are not named.',
    'additionalProperties',
    changes('schemas/Author', { additionalProperties: undefined }),
    refusesBook(author({ age: 36 })),
  ],
  [
    'author-name-too-long',
    'The name of an author may have any length.',
    'maxLength',
    changes('schemas/Author/properties/name', { maxLength: undefined }),
    refusesBook(author({ name: 'a'.repeat(101) })),
  ],
  [
    'born-too-early',
    'An author may be born in any year.',
    'minimum',
    changes('schemas/Author/properties/born', { minimum: undefined }),
    refusesBook(author({ born: 999 })),
  ],
  [
    'born-too-late',
    'An author may be born after 2100.',
    'maximum',
    changes('schemas/Author/properties/born', { maximum: undefined }),
    refusesBook(author({ born: 2101 })),
  ],
  [
    'born-fraction',
    'A year may have a fraction.',
    'type',
    changes('schemas/Author/properties/born', { type: 'number' }),
    refusesBook(author({ born: 1815.5 })),
  ],
  [
    'died-without-born',
    'An author may die without being born.',
    'dependentRequired',
    changes('schemas/Author', { dependentRequired: undefined }),
    refusesBook(author({ died: 1852 })),
  ],
  [
    'edition-any',
    'An edition may be anything.',
    'oneOf',
    changes('schemas/Edition', { oneOf: undefined }),
    refusesBook({ edition: { medium: 'stone' } }),
  ],
  [
    'edition-unknown-medium',
    'An edition may have a medium that there is not.',
    'oneOf: discriminator',
    changes('schemas/Paper/properties/medium', { const: undefined }),
    refusesBook(paper({ medium: 'vellum' })),
  ],
  [
    'edition-without-medium',
    'An edition needs no medium.',
    'required: discriminator',
    changes('schemas/Ebook', { required: ['bytes'] }),
    refusesBook({ edition: { bytes: 5 } }),
  ],
  [
    'paper-without-pages',
    'A printed edition needs no pages.',
    'required',
    changes('schemas/Paper', { required: ['medium'] }),
    refusesBook({ edition: { medium: 'paper' } }),
  ],
  [
    'paper-open',
    'A printed edition may have the members of the other one.',
    'additionalProperties',
    changes('schemas/Paper', { additionalProperties: undefined }),
    refusesBook(paper({ bytes: 5 })),
  ],
  [
    'pages-zero',
    'A printed edition may have no pages.',
    'minimum',
    changes('schemas/Paper/properties/pages', { minimum: 0 }),
    refusesBook(paper({ pages: 0 })),
  ],
  [
    'pages-too-many',
    'A printed edition may have any number of pages.',
    'maximum',
    changes('schemas/Paper/properties/pages', { maximum: undefined }),
    refusesBook(paper({ pages: 20_001 })),
  ],
  [
    'weight-zero',
    'The weight may be 0.',
    'exclusiveMinimum',
    changes('schemas/Paper/properties/weight', { exclusiveMinimum: undefined, minimum: 0 }),
    refusesBook(paper({ weight: 0 })),
  ],
  [
    'weight-bound',
    'The weight may be 100.',
    'exclusiveMaximum',
    changes('schemas/Paper/properties/weight', { exclusiveMaximum: undefined, maximum: 100 }),
    refusesBook(paper({ weight: 100 })),
  ],
  [
    'bytes-negative',
    'An ebook may have negative bytes.',
    'minimum',
    changes('schemas/Ebook/properties/bytes', { minimum: undefined }),
    refusesBook(ebook({ bytes: -1 })),
  ],
  [
    'bytes-too-large',
    'An ebook may have any number of bytes.',
    'format: int64',
    changes('schemas/Ebook/properties/bytes', { format: undefined }),
    refusesBook(ebook({ bytes: 2n ** 63n })),
  ],
  [
    'encoding-any',
    'The encoding may be any text.',
    'enum',
    changes('schemas/Ebook/properties/encoding', { enum: undefined }),
    refusesBook(ebook({ encoding: 'mobi' })),
  ],
  [
    'stock-negative',
    'The stock may be negative.',
    'minimum',
    changes(of('stock'), { minimum: undefined }),
    refusesBook({ stock: -1 }),
  ],
  [
    'stock-too-large',
    'The stock may have any size.',
    'format: int64',
    changes(of('stock'), { format: undefined }),
    refusesBook({ stock: 2n ** 63n }),
  ],
  [
    'stock-fraction',
    'The stock may have a fraction.',
    'type',
    changes(of('stock'), { type: 'number', format: undefined }),
    refusesBook({ stock: 1.5 }),
  ],
  [
    'stock-text',
    'Text of digits is taken for the stock.',
    'type',
    coerce((body) => {
      if (typeof body.stock === 'string') body.stock = Number(body.stock)
    }),
    refusesBook({ stock: '7' }),
  ],
  [
    'stock-boolean',
    'true is taken for a stock of 1.',
    'type',
    coerce((body) => {
      if (typeof body.stock === 'boolean') body.stock = Number(body.stock)
    }),
    refusesBook({ stock: true }),
  ],
  [
    'stock-null',
    'The stock may be null.',
    'type',
    changes(of('stock'), { type: ['integer', 'null'] }),
    refusesBook({ stock: null }),
  ],
  [
    'date-any',
    'The day of publication may be any text.',
    'format: date',
    changes(of('publishedOn'), { format: undefined }),
    refusesBook({ publishedOn: 'today' }),
  ],
  [
    'date-not-of-calendar',
    'A day that there is not is accepted.',
    'format: date',
    (p) => {
      p.formats.date = (text) => /^\d{4}-\d\d-\d\d$/.test(text)
    },
    refusesBook({ publishedOn: '2021-02-29' }),
  ],
  [
    'date-with-time',
    'The day of publication may have a time.',
    'format: date',
    (p) => {
      p.formats.date = (text) => !Number.isNaN(Date.parse(text))
    },
    refusesBook({ publishedOn: '2021-02-28T00:00:00Z' }),
  ],
  [
    'email-any',
    'The contact may be any text.',
    'format: email',
    (p) => {
      p.formats.email = () => true
    },
    refusesBook({ contact: 'nobody' }),
  ],
  [
    'uri-any',
    'The website may be any text.',
    'format: uri',
    (p) => {
      p.formats.uri = () => true
    },
    refusesBook({ website: 'not a uri' }),
  ],
  [
    'uri-relative',
    'The website may be relative.',
    'format: uri',
    (p) => {
      p.formats.uri = (text) => !/\s/.test(text)
    },
    refusesBook({ website: '/books' }),
  ],
  [
    'discount-any',
    'The discount need not be a multiple of 5.',
    'multipleOf',
    changes(of('discount'), { multipleOf: undefined }),
    refusesBook({ discount: 7 }),
  ],
  [
    'discount-too-large',
    'The discount may have any size.',
    'maximum',
    changes(of('discount'), { maximum: undefined }),
    refusesBook({ discount: 95 }),
  ],
  [
    'discount-negative',
    'The discount may be negative.',
    'minimum',
    changes(of('discount'), { minimum: undefined }),
    refusesBook({ discount: -5 }),
  ],
  [
    'translations-any-name',
    'Names of languages are not validated.',
    'propertyNames',
    changes(of('translations'), { propertyNames: undefined }),
    refusesBook({ translations: { german: 'x' } }),
  ],
  [
    'translations-any-value',
    'Translations are not validated.',
    'additionalProperties: schema',
    changes(of('translations'), { additionalProperties: undefined }),
    refusesBook({ translations: { de: 5 } }),
  ],
  [
    'translations-empty',
    'A translation may be empty.',
    'minLength',
    changes(`${of('translations')}/additionalProperties`, { minLength: undefined }),
    refusesBook({ translations: { de: '' } }),
  ],
  [
    'translations-list',
    'Translations may be a list.',
    'type',
    changes(of('translations'), { type: ['object', 'array'] }),
    refusesBook({ translations: [] }),
  ],
  [
    'sequel-any',
    'sequelOf may be any text.',
    'format: uuid',
    (p) => {
      p.document.components.schemas.Book.properties.sequelOf.format = undefined
      p.checkSequel = () => {}
    },
    refusesBook({ sequelOf: 'the one before' }),
  ],
  [
    'supplier-code-short',
    'The code of the supplier may be short.',
    'minLength',
    changes(of('supplierCode'), { minLength: undefined }),
    refusesBook({ supplierCode: 'abc' }),
  ],
  [
    'supplier-code-long',
    'The code of the supplier may have any length.',
    'maxLength',
    changes(of('supplierCode'), { maxLength: undefined }),
    refusesBook({ supplierCode: 'a'.repeat(41) }),
  ],
  [
    'put-not-validated',
    'The body of PUT is not validated.',
    'schema',
    (p) => {
      const { validate } = p
      p.validate = (value, schema, call) => {
        if (call.operation.id !== 'replaceBook') validate(value, schema, call)
      }
    },
    asksBelow('', { method: 'PUT', body: { ...novel, price: 'free' } }, 400),
  ],
  [
    'put-required-not-checked',
    'PUT needs no members.',
    'required',
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
  [
    'patch-not-validated',
    'A patch is not validated.',
    'schema',
    (p) => {
      const { validate } = p
      p.validate = (value, schema, call) => {
        if (call.operation.id !== 'patchBook') validate(value, schema, call)
      }
    },
    refusesPatch({ title: 5 }),
  ],
  [
    'patch-open',
    'A patch may have members that are not named.',
    'additionalProperties',
    changes('schemas/BookPatch', { additionalProperties: undefined }),
    refusesPatch({ color: 'red' }),
  ],
  [
    'patch-empty',
    'A patch may be empty.',
    'minProperties',
    changes('schemas/BookPatch', { minProperties: undefined }),
    refusesPatch({}),
  ],
  [
    'patch-title-null',
    'A patch may remove the title.',
    'type',
    changes('schemas/BookPatch/properties/title', { type: ['string', 'null'] }),
    refusesPatch({ title: null }),
  ],
  [
    'patch-stock-negative',
    'A patch may make the stock negative.',
    'minimum',
    changes('schemas/BookPatch/properties/stock', { minimum: undefined }),
    refusesPatch({ stock: -1 }),
  ],
  [
    'patch-title-too-long',
    'A patch may make the title long.',
    'maxLength',
    changes('schemas/BookPatch/properties/title', { maxLength: undefined }),
    refusesPatch({ title: 't'.repeat(121) }),
  ],
  [
    'patch-as-json',
    'A patch is accepted as application/json.',
    'content: 415',
    (p) => {
      const { checkMediaType } = p
      p.checkMediaType = (call) => {
        if (
          call.operation.id === 'patchBook' &&
          call.headers['content-type'] === 'application/json'
        )
          call.type = 'application/merge-patch+json'
        else return checkMediaType(call)
      }
    },
    asksBelow('', { method: 'PATCH', body: { title: 'x' } }, 415),
  ],
  [
    'book-as-merge-patch',
    'A book is accepted as a merge patch.',
    'content: 415',
    (p) => {
      const { checkMediaType } = p
      p.checkMediaType = (call) => {
        const { 'content-type': type } = call.headers
        if (call.operation.id === 'createBook' && type === 'application/merge-patch+json')
          call.type = 'application/json'
        else return checkMediaType(call)
      }
    },
    asks(
      { method: 'POST', path: '/books', body: novel, type: 'application/merge-patch+json' },
      415,
    ),
  ],
  [
    'review-not-validated',
    'Reviews are not validated.',
    'oneOf',
    changes('schemas/Review', { oneOf: undefined }),
    refusesReview({ id: 1 }),
  ],
  [
    'review-unknown-kind',
    'A review may be of a kind that there is not.',
    'discriminator',
    changes('schemas/TextReview/properties/kind', { const: undefined }),
    refusesReview({ ...words, kind: 'video' }),
  ],
  [
    'review-mixed',
    'A review in stars may have words.',
    'additionalProperties',
    changes('schemas/StarReview', { additionalProperties: undefined }),
    refusesReview({ ...stars, text: 'Good.' }),
  ],
  [
    'review-without-text',
    'A review in words needs none.',
    'required',
    changes('schemas/TextReview', { required: ['id', 'kind', 'reviewer'] }),
    refusesReview({ id: 2, kind: 'text', reviewer: 'bob@example.org' }),
  ],
  [
    'review-without-id',
    'A review needs no id.',
    'required',
    changes('schemas/StarReview', { required: ['kind', 'reviewer', 'stars'] }),
    refusesReview({ kind: 'stars', reviewer: 'ada@example.org', stars: 5 }),
  ],
  [
    'review-id-too-large',
    'The id of a review may have any size.',
    'format: int64',
    changes('schemas/StarReview/properties/id', { format: undefined }),
    refusesReview({ ...stars, id: 2n ** 63n }),
  ],
  [
    'review-id-text',
    'The id of a review may be text.',
    'type',
    coerce((body) => {
      if (typeof body.id === 'string' && /^\d+$/.test(body.id)) body.id = Number(body.id)
    }),
    refusesReview({ ...stars, id: '1' }),
  ],
  [
    'stars-six',
    'A review may have six stars.',
    'maximum',
    changes('schemas/StarReview/properties/stars', { maximum: 6 }),
    refusesReview({ ...stars, stars: 6 }),
  ],
  [
    'stars-zero',
    'A review may have no stars.',
    'minimum',
    changes('schemas/StarReview/properties/stars', { minimum: 0 }),
    refusesReview({ ...stars, stars: 0 }),
  ],
  [
    'search-without-where',
    'A search needs no conditions.',
    'required',
    (p) => {
      p.document.components.schemas.Search.required = []
      const own = p.fits
      p.fits = (book, condition) => own(book, condition ?? {})
    },
    asks({ method: 'POST', path: '/search', body: {} }, 400),
  ],
  [
    'search-open',
    'A search may have members that are not named.',
    'additionalProperties',
    changes('schemas/Search', { additionalProperties: undefined }),
    asks(search({}, { order: 'title' }), 400),
  ],
  [
    'search-unknown-condition',
    'Conditions that there are not are left out.',
    'additionalProperties',
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
  [
    'search-limit-zero',
    'The limit of a search may be 0.',
    'minimum',
    changes('schemas/Search/properties/limit', { minimum: undefined }),
    asks(search({}, { limit: 0 }), 400),
  ],
  [
    'search-limit-too-large',
    'The limit of a search may have any size.',
    'maximum',
    changes('schemas/Search/properties/limit', { maximum: undefined }),
    asks(search({}, { limit: 101 }), 400),
  ],
  [
    'search-nested-not-validated',
    'What is inside of not is not validated.',
    '$ref: recursive',
    changes('schemas/Condition/properties', { not: { type: 'object' } }),
    asks(search({ not: { price: { below: 0 } } }), 400),
  ],
  [
    'search-price-empty',
    'A price condition may be empty.',
    'minProperties',
    changes('schemas/Condition/properties/price', { minProperties: undefined }),
    asks(search({ price: {} }), 400),
  ],
  [
    'search-genres-doubles',
    'A genre may be looked for twice.',
    'uniqueItems',
    changes('schemas/Condition/properties/genres/properties/anyOf', { uniqueItems: undefined }),
    asks(search({ genres: { anyOf: ['novel', 'novel'] } }), 400),
  ],
  [
    'search-conditions-too-many',
    'There may be four conditions.',
    'maxProperties',
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
]

const refused: FaultRow<CatalogPoints>[] = [
  [
    'title-short-refused',
    'A title of one character is refused.',
    'minLength',
    changes(of('title'), { minLength: 2 }),
    keepsBook({ title: 'V' }),
  ],
  [
    'title-longest-refused',
    'The longest title is refused.',
    'maxLength',
    changes(of('title'), { maxLength: 119 }),
    keepsBook({ title: 't'.repeat(120) }),
  ],
  [
    'title-in-utf16-units',
    'The length of a title counts surrogates.',
    'maxLength: characters',
    (p) => {
      p.keywords.maxLength = (value: Json, most: number) =>
        typeof value !== 'string' || value.length <= most
    },
    keepsBook({ title: '🌱'.repeat(100) }),
  ],
  [
    'title-in-bytes',
    'The length of a title counts bytes.',
    'maxLength: characters',
    (p) => {
      p.keywords.maxLength = (value: Json, most: number) =>
        typeof value !== 'string' || Buffer.byteLength(value) <= most
    },
    keepsBook({ title: 'ä'.repeat(100) }),
  ],
  [
    'subtitle-null-refused',
    'A subtitle of null is refused.',
    'type: null',
    changes(of('subtitle'), { type: 'string' }),
    keepsBook({ subtitle: null }),
  ],
  [
    'isbn-979-refused',
    'An ISBN that begins with 979 is refused.',
    'pattern',
    changes(of('isbn'), { pattern: '^978[0-9]{10}$' }),
    keepsBook({ isbn: '9791234567896' }),
  ],
  [
    'amount-zero-refused',
    'An amount of 0 is refused.',
    'minimum',
    changes('schemas/Money/properties/amount', { minimum: undefined, exclusiveMinimum: 0 }),
    keepsBook(money({ amount: 0 })),
  ],
  [
    'amount-largest-refused',
    'The largest amount is refused.',
    'maximum',
    changes('schemas/Money/properties/amount', { maximum: undefined, exclusiveMaximum: 99999.99 }),
    keepsBook(money({ amount: 99_999.99 })),
  ],
  [
    'amount-in-doubles',
    'Amounts that doubles do not divide exactly are refused.',
    'multipleOf',
    (p) => {
      p.keywords.multipleOf = (value: Json, by: number) =>
        typeof value !== 'number' || (value / by) % 1 === 0
    },
    keepsBook(money({ amount: 19.99 })),
  ],
  [
    'amount-whole-refused',
    'An amount without a fraction is refused.',
    'type: number',
    (p) => {
      const { validate } = p
      p.validate = (value, schema, call) => {
        const { price } = value as { price?: { amount?: Json } }
        if (Number.isInteger(price?.amount)) throw new Failure(400, 'The amount is no decimal.')
        validate(value, schema, call)
      }
    },
    keepsBook(money({ amount: 12 })),
  ],
  [
    'currency-one-less',
    'One of the currencies is refused.',
    'enum',
    changes('schemas/Currency', { enum: ['EUR', 'USD'] }),
    keepsBook(money({ currency: 'GBP' })),
  ],
  [
    'genre-one-less',
    'One of the genres is refused.',
    'enum',
    (p) => {
      p.document.components.schemas.Genre.enum.pop()
    },
    keepsBook({ genres: ['comic'] }),
  ],
  [
    'genres-three-refused',
    'The most genres are refused.',
    'maxItems',
    changes(of('genres'), { maxItems: 2 }),
    keepsBook({ genres: ['novel', 'comic', 'poetry'] }),
  ],
  [
    'authors-none-refused',
    'An empty list of authors is refused.',
    'minItems',
    changes(of('authors'), { minItems: 1 }),
    keepsBook({ authors: [] }),
  ],
  [
    'author-born-alone-refused',
    'A year of birth without one of death is refused.',
    'dependentRequired',
    changes('schemas/Author', { dependentRequired: { died: ['born'], born: ['died'] } }),
    keepsBook(author({ born: 1900 })),
  ],
  [
    'paper-refused',
    'Printed editions are refused.',
    'oneOf',
    changes('schemas/Edition', { oneOf: [{ $ref: '#/components/schemas/Ebook' }] }),
    keepsBook(paper({})),
  ],
  [
    'weight-small-refused',
    'A weight below 1 is refused.',
    'exclusiveMinimum',
    changes('schemas/Paper/properties/weight', { exclusiveMinimum: 1 }),
    keepsBook(paper({ weight: 0.5 })),
  ],
  [
    'stock-int32',
    'A stock above 2^31-1 is refused.',
    'format: int64',
    changes(of('stock'), { format: 'int32' }),
    keepsBook({ stock: 2_147_483_648 }),
  ],
  [
    'stock-zero-refused',
    'A stock of 0 is refused.',
    'minimum',
    changes(of('stock'), { minimum: 1 }),
    keepsBook({ stock: 0 }),
  ],
  [
    'date-leap-refused',
    'The 29th of February is refused.',
    'format: date',
    (p) => {
      const own = p.formats.date as (t: string, v: Json) => boolean
      p.formats.date = (text, value) => own(text, value) && !text.endsWith('02-29')
    },
    keepsBook({ publishedOn: '2020-02-29' }),
  ],
  [
    'date-future-refused',
    'A day to come is refused.',
    'format: date',
    (p) => {
      const own = p.formats.date as (t: string, v: Json) => boolean
      p.formats.date = (text, value) => own(text, value) && text < '2050'
    },
    keepsBook({ publishedOn: '2199-12-31' }),
  ],
  [
    'uri-other-scheme-refused',
    'A website that is not of http is refused.',
    'format: uri',
    (p) => {
      p.formats.uri = (text) => /^https?:/.test(text)
    },
    keepsBook({ website: 'urn:isbn:9780306406157' }),
  ],
  [
    'discount-largest-refused',
    'The largest discount is refused.',
    'maximum',
    changes(of('discount'), { maximum: 89 }),
    keepsBook({ discount: 90 }),
  ],
  [
    'discount-zero-refused',
    'A discount of 0 is refused.',
    'minimum',
    changes(of('discount'), { exclusiveMinimum: 0 }),
    keepsBook({ discount: 0 }),
  ],
  [
    'translations-none-refused',
    'An empty map of translations is refused.',
    'minProperties',
    changes(of('translations'), { minProperties: 1 }),
    keepsBook({ translations: {} }),
  ],
  [
    'sequel-null-refused',
    'A sequelOf of null is refused.',
    'type: null',
    changes(of('sequelOf'), { type: 'string' }),
    keepsBook({ sequelOf: null }),
  ],
  [
    'supplier-code-refused',
    'The code of a supplier is refused.',
    'writeOnly',
    changes(of('supplierCode'), { maxLength: 0 }),
    keepsBook({ supplierCode: 'ACME-77' }),
  ],
  [
    'unicode-500',
    'A title outside of ASCII makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if (/[^ -~]/.test(body.title as string)) throw new Error('charset')
        return keep(body)
      }
    },
    keepsBook({ title: 'Gärten' }),
  ],
  [
    'long-title-500',
    'A long title makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if ((body.title as string).length > 100) throw new Error('too long')
        return keep(body)
      }
    },
    keepsBook({ title: 't'.repeat(110) }),
  ],
  [
    'no-authors-500',
    'An empty list of authors makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if (Array.isArray(body.authors) && body.authors.length === 0)
          throw new Error('first author')
        return keep(body)
      }
    },
    keepsBook({ authors: [] }),
  ],
  [
    'subtitle-null-500',
    'A subtitle of null makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if (body.subtitle === null) throw new Error('null.trim')
        return keep(body)
      }
    },
    keepsBook({ subtitle: null }),
  ],
  [
    'stock-large-500',
    'A stock above 2^53 makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if (typeof body.stock === 'bigint') throw new Error('BigInt')
        return keep(body)
      }
    },
    keepsBook({ stock: 2n ** 60n }),
  ],
  [
    'paper-500',
    'Printed editions make the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if ((body.edition as JsonObject)?.medium === 'paper') throw new Error('no bytes')
        return keep(body)
      }
    },
    keepsBook(paper({})),
  ],
  [
    'least-book-500',
    'A book with the least members makes the server fail.',
    'no 5xx',
    (p) => {
      const { keep } = p
      p.keep = (body) => {
        if (!body.authors) throw new Error('no authors')
        return keep(body)
      }
    },
    keepsBook(),
  ],
  [
    'empty-search-500',
    'A search that finds nothing makes the server fail.',
    'no 5xx',
    (p) => {
      const { pageOf } = p
      p.pageOf = (books, limit, offset) => {
        if (books.length === 0) throw new Error('nothing')
        return pageOf(books, limit, offset)
      }
    },
    finds(named('a'), { title: { contains: 'z' } }, []),
  ],
  [
    'search-nested-500',
    'A condition inside of two others makes the server fail.',
    'no 5xx',
    (p) => {
      p.conditions.not = (book, condition: JsonObject) => {
        if ('not' in condition) throw new Error('nested')
        return !p.fits(book, condition)
      }
    },
    finds(named('a'), { not: { not: { title: { contains: 'a' } } } }, ['a']),
  ],
  [
    'search-empty-where-refused',
    'A search without conditions is refused.',
    'minProperties',
    changes('schemas/Condition', { minProperties: 1 }),
    finds(named('a'), {}, ['a']),
  ],
]

export const bodies = [
  ...faultsOf<CatalogPoints>('negative body', accepted),
  ...faultsOf<CatalogPoints>('positive body', refused),
]
