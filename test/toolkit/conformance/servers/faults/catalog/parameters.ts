/** Faults at parameters. */

import assert from 'node:assert/strict'
import type { CatalogPoints } from '../../catalog/points.js'
import { asks, expect } from '../../exchange/expect.js'
import { type AnyJson, jsonOf } from '../../exchange/reply.js'
import type { Json } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { Call } from '../../kernel/points.js'
import { after, changes, faultRows, faultsOf, wraps } from '../fault.js'
import {
  asksBelow,
  lists,
  NOBODY,
  named,
  refusesQuery,
  titlesOf,
  withBook,
  withBooks,
} from './requests.js'

const schemaOf = (name: string) => `parameters/${name}/schema`

/** Ignores a parameter. */
const ignores = (name: string) =>
  wraps<CatalogPoints, 'textsOf'>(
    'textsOf',
    (textsOf) => (parameter, call) =>
      parameter.name === name ? undefined : textsOf(parameter, call),
  )

/** Takes a parameter that is wrong for one that is missing. */
const forgives = (name: string) =>
  wraps<CatalogPoints, 'convertTexts'>('convertTexts', (convertTexts) => (texts, parameter) => {
    const value = convertTexts(texts, parameter)
    if (
      parameter.name !== name ||
      (typeof value === 'number' && Number.isInteger(value) && value > 0)
    )
      return value
    return parameter.schema.default
  })

/** Fails where a parameter is wrong. */
const failsOn = (name: string, isWrong: (text: string) => boolean) =>
  wraps<CatalogPoints, 'textsOf'>('textsOf', (textsOf) => (parameter, call) => {
    const texts = textsOf(parameter, call)
    if (parameter.name === name && texts?.some(isWrong)) throw new Error('cannot be cast')
    return texts
  })

const GENRES = /^(novel|poetry|history|science|children|comic)$/

/** True for a day as it is written, that the calendar does not have. */
function isNoDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(text)
  return Number.isNaN(day.valueOf()) || !day.toISOString().startsWith(text)
}

const converts = (change: (text: string, type: string) => Json | undefined) =>
  wraps<CatalogPoints, 'convert'>(
    'convert',
    (convert) => (text, schema) => change(text, schema.type) ?? convert(text, schema),
  )

/** Changes parameters after they are validated. */
const adjusts = (change: (parameters: Record<string, Json>, call: Call) => void) =>
  wraps<CatalogPoints, 'readParameters'>('readParameters', (readParameters) => (call) => {
    readParameters(call)
    change(call.parameters, call)
  })

const filter =
  (name: string, fits: (book: AnyJson, wanted: never) => boolean) => (p: CatalogPoints) => {
    p.filters[name] = fits
  }

const all = (name: string) => filter(name, () => true)
const stocked = [{ title: 'a', stock: 3 }, { title: 'b', stock: 0 }, { title: 'c' }]
const priced = [12, 9, 100, 1.5].map((amount, at) => ({
  title: 'abcd'[at] as string,
  price: { amount, currency: at < 2 ? 'EUR' : 'USD' },
}))
const dated = ['2020-01-01', '2021-06-30', undefined].map((publishedOn, at) => ({
  title: 'abc'[at] as string,
  publishedOn,
}))
const kinds = [['novel'], ['comic'], ['novel', 'poetry'], ['history']].map((genres, at) => ({
  title: 'abcd'[at] as string,
  genres,
}))
const five = named('a', 'b', 'c', 'd', 'e')
const many = Array.from({ length: 22 }, (_, at) => ({ title: `t${at}` }))

const INVALID = `
  limit-zero | The limit may be 0. | minimum
  limit-too-large | The limit may have any size. | maximum
  limit-off-by-one | The limit may be one larger. | maximum
  limit-clamped | A limit that is too large is made smaller. | maximum
  limit-wrong-ignored | A limit that is no number is ignored. | type
  limit-begins-with-number | A limit that begins with a number is one. | type
  limit-fraction | A limit with a fraction is rounded. | type
  limit-500 | A limit that is no number makes the server fail. | no 5xx
  offset-negative | The offset may be negative. | minimum
  offset-negative-500 | A negative offset makes the server fail. | no 5xx
  offset-too-large | The offset may have any size. | format: int32
  genre-unknown | A genre that there is not is accepted. | enum
  genre-unknown-500 | A genre that there is not makes the server fail. | no 5xx
  genre-unknown-left-out | A genre that there is not is left out. | enum
  genre-too-many | There may be any number of genres. | maxItems
  genre-any-case | A genre may be in capitals. | enum
  currencies-doubles | A currency may be there twice. | uniqueItems
  currencies-unknown | A currency that there is not is accepted. | enum
  date-parameter-any | The day may be any text. | format: date
  date-parameter-with-time | The day may have a time. | format: date
  date-parameter-500 | A day that there is not makes the server fail. | no 5xx
  boolean-anything | Whatever is not true is false. | type
  number-parameter-any | A price that is no number is ignored. | type
  number-parameter-zero | A price of 0 is accepted. | exclusiveMinimum
  title-parameter-empty | A title that is empty is accepted. | minLength
  title-parameter-too-long | A title of any length is accepted. | maxLength
  sort-unknown | A sort that there is not is accepted. | enum
  sort-unknown-500 | A sort that there is not makes the server fail. | no 5xx
  sort-one-more | There is one sort more. | enum
  path-parameter-500 | An id that is no UUID makes the server fail. | no 5xx
  path-parameter-long-500 | A long id makes the server fail. | no 5xx
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid
  header-parameter-500 | An X-Request-Id that is no UUID makes the server fail. | no 5xx
  cursor-any | A cursor that is none begins at the start. | pattern
  cursor-500 | A cursor that the server did not make makes it fail. | no 5xx
  date-time-any | A time may be any text. | format: date-time
  date-time-without-zone | A time needs no offset. | format: date-time
  date-time-day | A day is a time. | format: date-time
`

const invalid = faultRows<CatalogPoints>(INVALID, {
  'limit-zero': [changes(schemaOf('Limit'), { minimum: undefined }), refusesQuery('limit=0')],
  'limit-too-large': [
    changes(schemaOf('Limit'), { maximum: undefined }),
    refusesQuery('limit=101'),
  ],
  'limit-off-by-one': [changes(schemaOf('Limit'), { maximum: 101 }), refusesQuery('limit=101')],
  'limit-clamped': [
    converts((text, type) => (type === 'integer' && Number(text) > 100 ? 100 : undefined)),
    refusesQuery('limit=1000'),
  ],
  'limit-wrong-ignored': [forgives('limit'), refusesQuery('limit=ten')],
  'limit-begins-with-number': [
    converts((text, type) =>
      type === 'integer' && /^\d/.test(text) ? Number.parseInt(text, 10) : undefined,
    ),
    refusesQuery('limit=5x'),
  ],
  'limit-fraction': [
    converts((text, type) =>
      type === 'integer' && /^\d+\.\d+$/.test(text) ? Math.round(Number(text)) : undefined,
    ),
    refusesQuery('limit=1.5'),
  ],
  'limit-500': [failsOn('limit', (text) => Number.isNaN(Number(text))), refusesQuery('limit=ten')],
  'offset-negative': [
    changes(schemaOf('Offset'), { minimum: undefined }),
    refusesQuery('offset=-1'),
  ],
  'offset-negative-500': [
    failsOn('offset', (text) => text.startsWith('-')),
    refusesQuery('offset=-1'),
  ],
  'offset-too-large': [
    changes(schemaOf('Offset'), { format: undefined }),
    refusesQuery('offset=2147483648'),
  ],
  'genre-unknown': [
    (p) => {
      p.document.components.parameters.Genre.schema.items = { type: 'string' }
    },
    refusesQuery('genre=garden'),
  ],
  'genre-unknown-500': [
    failsOn('genre', (text) => !GENRES.test(text)),
    refusesQuery('genre=garden'),
  ],
  'genre-unknown-left-out': [
    wraps('textsOf', (textsOf) => (parameter, call) => {
      const texts = textsOf(parameter, call)
      return parameter.name === 'genre' ? texts?.filter((each) => GENRES.test(each)) : texts
    }),
    refusesQuery('genre=garden&genre=novel'),
  ],
  'genre-too-many': [
    changes(schemaOf('Genre'), { maxItems: undefined }),
    refusesQuery('genre=novel&genre=comic&genre=poetry&genre=history'),
  ],
  'genre-any-case': [
    converts((text) => (/^NOVEL$/.test(text) ? 'novel' : undefined)),
    refusesQuery('genre=NOVEL'),
  ],
  'currencies-doubles': [
    changes(schemaOf('Currencies'), { uniqueItems: undefined }),
    refusesQuery('currencies=EUR,EUR'),
  ],
  'currencies-unknown': [
    (p) => {
      p.document.components.parameters.Currencies.schema.items = { type: 'string' }
    },
    refusesQuery('currencies=EUR,XXX'),
  ],
  'date-parameter-any': [
    changes(schemaOf('PublishedFrom'), { format: undefined }),
    refusesQuery('publishedFrom=yesterday'),
  ],
  'date-parameter-with-time': [
    (p) => {
      p.formats.date = (text) => !Number.isNaN(Date.parse(text))
    },
    refusesQuery('publishedFrom=2020-01-01T00:00:00Z'),
  ],
  'date-parameter-500': [
    failsOn('publishedFrom', isNoDay),
    refusesQuery('publishedFrom=2021-02-30'),
  ],
  'boolean-anything': [
    converts((text, type) => (type === 'boolean' ? text === 'true' : undefined)),
    refusesQuery('inStock=maybe'),
  ],
  'number-parameter-any': [
    wraps('textsOf', (textsOf) => (parameter, call) => {
      const texts = textsOf(parameter, call)
      return parameter.name === 'maxPrice' && Number.isNaN(Number(texts?.[0])) ? undefined : texts
    }),
    refusesQuery('maxPrice=cheap'),
  ],
  'number-parameter-zero': [
    changes(schemaOf('MaxPrice'), { exclusiveMinimum: undefined, minimum: 0 }),
    refusesQuery('maxPrice=0'),
  ],
  'title-parameter-empty': [
    changes(schemaOf('Title'), { minLength: undefined }),
    refusesQuery('title='),
  ],
  'title-parameter-too-long': [
    changes(schemaOf('Title'), { maxLength: undefined }),
    refusesQuery(`title=${'t'.repeat(51)}`),
  ],
  'sort-unknown': [
    (p) => {
      p.document.components.parameters.Sort.schema.enum = undefined
      delete p.document.components.parameters.Sort.schema.enum
      const own = p.sort
      p.sort = (books, sort) =>
        String(sort).replace('-', '') in p.orders ? own(books, sort) : books
    },
    refusesQuery('sort=isbn'),
  ],
  'sort-unknown-500': [
    (p) => {
      delete p.document.components.parameters.Sort.schema.enum
    },
    refusesQuery('sort=isbn'),
  ],
  'sort-one-more': [
    (p) => {
      p.document.components.parameters.Sort.schema.enum.push('-publishedOn')
    },
    refusesQuery('sort=-publishedOn'),
  ],
  'path-parameter-500': [
    failsOn('bookId', (text) => !/^[0-9a-f-]{36}$/.test(text)),
    asks({ path: '/books/first' }, 400),
  ],
  'path-parameter-long-500': [
    failsOn('bookId', (text) => text.length > 200),
    asks({ path: `/books/${'a'.repeat(300)}` }, 400),
  ],
  'header-parameter-any': [
    changes(schemaOf('RequestId'), { format: undefined }),
    asksBelow('', { headers: { 'X-Request-Id': 'one' } }, 400),
  ],
  'header-parameter-500': [
    failsOn('X-Request-Id', (text) => !/^[\da-f-]{36}$/i.test(text)),
    asksBelow('', { headers: { 'X-Request-Id': 'one' } }, 400),
  ],
  'cursor-any': [
    (p) => {
      delete p.document.components.parameters.Cursor.schema.pattern
      p.positionOf = () => 0
    },
    asksBelow('/reviews?cursor=%2A', {}, 400),
  ],
  'cursor-500': [
    wraps('positionOf', (positionOf) => (cursor) => {
      try {
        return positionOf(cursor)
      } catch {
        throw new Error('base64')
      }
    }),
    asksBelow('/reviews?cursor=abc', {}, 400),
  ],
  'date-time-any': [
    changes(schemaOf('CreatedSince'), { format: undefined }),
    refusesQuery('createdSince=now', '/export'),
  ],
  'date-time-without-zone': [
    (p) => {
      p.formats['date-time'] = (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
    },
    refusesQuery('createdSince=2020-01-01T00:00:00', '/export'),
  ],
  'date-time-day': [
    (p) => {
      p.formats['date-time'] = (text) => !Number.isNaN(Date.parse(text))
    },
    refusesQuery('createdSince=2020-01-01', '/export'),
  ],
})

const VALID = `
  limit-ignored | The limit is ignored. | limit
  limit-one-more | A page has one book more. | limit
  limit-one-less | A page has one book less. | limit
  limit-largest-refused | The largest limit is refused. | maximum
  limit-one-refused | A limit of 1 is refused. | minimum
  limit-other-default | Without a limit a page has ten books. | default
  limit-no-default | Without a limit all books come. | default
  offset-ignored | The offset is ignored. | offset
  offset-off-by-one | The offset leaves out one book less. | offset
  offset-in-pages | The offset counts pages. | offset
  offset-beyond-404 | An offset beyond the end is answered 404. | offset
  offset-beyond-500 | An offset beyond the end makes the server fail. | no 5xx
  offset-largest-500 | The largest offset makes the server fail. | no 5xx
  genre-ignored | The genre is ignored. | genre
  genre-only-first | Of several genres only the first one counts. | style: form, explode
  genre-only-last | Of several genres only the last one counts. | style: form, explode
  genre-all | A book must be of all genres. | genre
  genre-of-first | Only the first genre of a book is looked at. | genre
  genre-several-refused | Several genres are refused. | style: form, explode
  currencies-not-split | A list with a comma is one currency. | style: form, no explode
  currencies-only-first | Of several currencies only the first one counts. | style: form, no explode
  currencies-ignored | Currencies are ignored. | currencies
  published-from-ignored | The first day is ignored. | publishedFrom
  published-from-excluded | Books of the first day are left out. | publishedFrom
  published-from-turned | Books before the day come. | publishedFrom
  in-stock-ignored | inStock is ignored. | inStock
  in-stock-false-is-true | inStock=false is true. | type: boolean
  in-stock-false-ignored | inStock=false is ignored. | type: boolean
  in-stock-not-absent | Books without a stock are neither in stock nor not. | inStock
  max-price-ignored | The price is ignored. | maxPrice
  max-price-excluded | Books that cost just that are left out. | maxPrice
  max-price-as-text | Prices are compared as text. | maxPrice
  max-price-exponent-refused | A price with a fraction is refused. | type: number
  title-filter-ignored | The title is ignored. | title
  title-filter-begins | Only the beginning of a title is looked at. | title
  title-filter-equals | Only the whole title is looked at. | title
  title-filter-of-pattern | The text is a regular expression. | title
  title-filter-pattern-500 | A bracket in the text makes the server fail. | no 5xx
  query-not-decoded | Percent-encoding in a query is not decoded. | RFC 3986, section 2.1
  query-latin1 | A query is Latin-1. | RFC 3986, section 2.5
  sort-ignored | The sort is ignored. | sort
  sort-minus-ignored | The minus of a sort is ignored. | sort
  sort-turned | Sorts are the wrong way round. | sort
  sort-price-as-text | Prices are sorted as text. | sort
  sort-after-page | Only the page is sorted. | sort
  filter-after-page | Only the page is filtered. | genre
  order-newest-first | Without a sort the newest is first. | order
  filters-either | Of two filters a book needs to fit one. | all filters
  second-filter-ignored | Beside a genre other filters are ignored. | all filters
  created-since-ignored | The time of an export is ignored. | createdSince
  created-since-offset-ignored | The offset of a time is ignored. | format: date-time
  request-id-lost | X-Request-Id does not come back. | header: X-Request-Id
  header-name-case | Names of headers are looked at as they are written. | RFC 9110, section 5.1
`

const valid = faultRows<CatalogPoints>(VALID, {
  'limit-ignored': [ignores('limit'), lists(five, 'limit=2', ['a', 'b'])],
  'limit-one-more': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => pageOf(books, limit + 1, offset)),
    lists(five, 'limit=2', ['a', 'b']),
  ],
  'limit-one-less': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => ({
      ...pageOf(books, limit, offset),
      items: books.slice(offset, offset + limit - 1),
    })),
    lists(five, 'limit=2', ['a', 'b']),
  ],
  'limit-largest-refused': [
    changes(schemaOf('Limit'), { maximum: 99 }),
    asks({ path: '/books?limit=100' }, 200),
  ],
  'limit-one-refused': [
    changes(schemaOf('Limit'), { minimum: 2 }),
    asks({ path: '/books?limit=1' }, 200),
  ],
  'limit-other-default': [
    changes(schemaOf('Limit'), { default: 10 }),
    lists(
      many,
      '',
      many.slice(0, 20).map(({ title }) => title),
    ),
  ],
  'limit-no-default': [
    changes(schemaOf('Limit'), { default: 1000 }),
    lists(
      many,
      '',
      many.slice(0, 20).map(({ title }) => title),
    ),
  ],
  'offset-ignored': [ignores('offset'), lists(five, 'offset=3', ['d', 'e'])],
  'offset-off-by-one': [
    wraps(
      'pageOf',
      (pageOf) => (books, limit, offset) => pageOf(books, limit, Math.max(0, offset - 1)),
    ),
    lists(five, 'offset=3', ['d', 'e']),
  ],
  'offset-in-pages': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => pageOf(books, limit, offset * limit)),
    lists(five, 'offset=1&limit=2', ['b', 'c']),
  ],
  'offset-beyond-404': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => {
      if (offset > books.length) throw new Failure(404, 'There is no such page.')
      return pageOf(books, limit, offset)
    }),
    asks({ path: '/books?offset=1000' }, 200),
  ],
  'offset-beyond-500': [
    wraps('pageOf', (pageOf) => (books, limit, offset) => {
      if (offset > books.length) throw new Error('range')
      return pageOf(books, limit, offset)
    }),
    asks({ path: '/books?offset=1000' }, 200),
  ],
  'offset-largest-500': [
    failsOn('offset', (text) => text === '2147483647'),
    asks({ path: '/books?offset=2147483647' }, 200),
  ],
  'genre-ignored': [all('genre'), lists(kinds, 'genre=comic', ['b'])],
  'genre-only-first': [
    wraps(
      'convertTexts',
      (convertTexts) => (texts, parameter) =>
        convertTexts(parameter.name === 'genre' ? texts.slice(0, 1) : texts, parameter),
    ),
    lists(kinds, 'genre=novel&genre=comic', ['a', 'b', 'c']),
  ],
  'genre-only-last': [
    wraps(
      'convertTexts',
      (convertTexts) => (texts, parameter) =>
        convertTexts(parameter.name === 'genre' ? texts.slice(-1) : texts, parameter),
    ),
    lists(kinds, 'genre=novel&genre=comic', ['a', 'b', 'c']),
  ],
  'genre-all': [
    filter('genre', ({ genres }: { genres: string[] }, wanted: string[]) =>
      wanted.every((each) => genres.includes(each)),
    ),
    lists(kinds, 'genre=novel&genre=comic', ['a', 'b', 'c']),
  ],
  'genre-of-first': [
    filter('genre', ({ genres }: { genres: string[] }, wanted: string[]) =>
      wanted.includes(genres[0] as string),
    ),
    lists(kinds, 'genre=poetry', ['c']),
  ],
  'genre-several-refused': [
    wraps('convertTexts', (convertTexts) => (texts, parameter) => {
      if (parameter.name === 'genre' && texts.length > 1)
        throw new Failure(400, 'There is one genre.')
      return convertTexts(texts, parameter)
    }),
    asks({ path: '/books?genre=novel&genre=comic' }, 200),
  ],
  'currencies-not-split': [
    wraps('splitList', () => (text) => [text]),
    lists(priced, 'currencies=EUR,USD', ['a', 'b', 'c', 'd']),
  ],
  'currencies-only-first': [
    wraps('splitList', (splitList) => (text) => splitList(text).slice(0, 1)),
    lists(priced, 'currencies=EUR,USD', ['a', 'b', 'c', 'd']),
  ],
  'currencies-ignored': [all('currencies'), lists(priced, 'currencies=USD', ['c', 'd'])],
  'published-from-ignored': [all('publishedFrom'), lists(dated, 'publishedFrom=2021-01-01', ['b'])],
  'published-from-excluded': [
    filter(
      'publishedFrom',
      ({ publishedOn = '' }: { publishedOn?: string }, day: string) => publishedOn > day,
    ),
    lists(dated, 'publishedFrom=2021-06-30', ['b']),
  ],
  'published-from-turned': [
    filter(
      'publishedFrom',
      ({ publishedOn = '' }: { publishedOn?: string }, day: string) => publishedOn <= day,
    ),
    lists(dated, 'publishedFrom=2021-01-01', ['b']),
  ],
  'in-stock-ignored': [all('inStock'), lists(stocked, 'inStock=true', ['a'])],
  'in-stock-false-is-true': [
    filter('inStock', ({ stock = 0 }: { stock?: number }) => stock > 0),
    lists(stocked, 'inStock=false', ['b', 'c']),
  ],
  'in-stock-false-ignored': [
    filter('inStock', ({ stock = 0 }: { stock?: number }, wanted: boolean) => !wanted || stock > 0),
    lists(stocked, 'inStock=false', ['b', 'c']),
  ],
  'in-stock-not-absent': [
    filter(
      'inStock',
      ({ stock }: { stock?: number }, wanted: boolean) =>
        stock !== undefined && stock > 0 === wanted,
    ),
    lists(stocked, 'inStock=false', ['b', 'c']),
  ],
  'max-price-ignored': [all('maxPrice'), lists(priced, 'maxPrice=10', ['b', 'd'])],
  'max-price-excluded': [
    filter(
      'maxPrice',
      ({ price }: { price: { amount: number } }, most: number) => price.amount < most,
    ),
    lists(priced, 'maxPrice=9', ['b', 'd']),
  ],
  'max-price-as-text': [
    filter(
      'maxPrice',
      ({ price }: { price: { amount: number } }, most: number) =>
        String(price.amount) <= String(most),
    ),
    lists(priced, 'maxPrice=20', ['a', 'b', 'd']),
  ],
  'max-price-exponent-refused': [
    converts((text, type) => (type === 'number' && text.includes('.') ? text : undefined)),
    asks({ path: '/books?maxPrice=9.5' }, 200),
  ],
  'title-filter-ignored': [all('title'), lists(named('Fern', 'Moss'), 'title=os', ['Moss'])],
  'title-filter-begins': [
    filter('title', ({ title }: { title: string }, text: string) => title.startsWith(text)),
    lists(named('Fern', 'Moss'), 'title=os', ['Moss']),
  ],
  'title-filter-equals': [
    filter('title', ({ title }: { title: string }, text: string) => title === text),
    lists(named('Fern', 'Moss'), 'title=os', ['Moss']),
  ],
  'title-filter-of-pattern': [
    filter('title', ({ title }: { title: string }, text: string) => new RegExp(text).test(title)),
    lists(named('a+b', 'aab'), 'title=a%2Bb', ['a+b']),
  ],
  'title-filter-pattern-500': [
    filter('title', ({ title }: { title: string }, text: string) => new RegExp(text).test(title)),
    lists(named('a(b'), 'title=%28', ['a(b']),
  ],
  'query-not-decoded': [
    wraps(
      'convert',
      (convert) => (text, schema) =>
        convert(schema.maxLength === 50 ? encodeURIComponent(text) : text, schema),
    ),
    lists(named('Gärten', 'Moss'), 'title=%C3%A4', ['Gärten']),
  ],
  'query-latin1': [
    wraps(
      'convert',
      (convert) => (text, schema) => convert(Buffer.from(text).toString('latin1'), schema),
    ),
    lists(named('Gärten'), 'title=%C3%A4', ['Gärten']),
  ],
  'sort-ignored': [
    wraps('sort', () => (books) => books),
    lists(named('b', 'a'), 'sort=title', ['a', 'b']),
  ],
  'sort-minus-ignored': [
    wraps('sort', (sort) => (books, by) => sort(books, String(by).replace('-', ''))),
    lists(named('a', 'b'), 'sort=-title', ['b', 'a']),
  ],
  'sort-turned': [
    wraps('sort', (sort) => (books, by) => (by === undefined ? books : sort(books, by).reverse())),
    lists(named('b', 'a'), 'sort=title', ['a', 'b']),
  ],
  'sort-price-as-text': [
    (p) => {
      p.orders.price = (one, other) =>
        String(one.price.amount) < String(other.price.amount) ? -1 : 1
    },
    lists(priced, 'sort=price', ['d', 'b', 'a', 'c']),
  ],
  'sort-after-page': [
    (p) => {
      const { pageOf, sort } = p
      let by: Json | undefined
      p.sort = (books, given) => {
        by = given
        return books
      }
      p.pageOf = (books, limit, offset) => {
        const page = pageOf(books, limit, offset)
        return { ...page, items: sort(page.items, by) }
      }
    },
    lists(named('c', 'b', 'a'), 'sort=title&limit=2', ['a', 'b']),
  ],
  'filter-after-page': [
    (p) => {
      const own = p.filters.genre as never as (b: object, w: string[]) => boolean
      let wanted: string[] | undefined
      p.filters.genre = (_: object, given: string[]) => {
        wanted = given
        return true
      }
      const { pageOf } = p
      p.pageOf = (books, limit, offset) => {
        const page = pageOf(books, limit, offset)
        return { ...page, items: page.items.filter((book) => !wanted || own(book, wanted)) }
      }
    },
    lists(kinds, 'genre=history&limit=2', ['d']),
  ],
  'order-newest-first': [
    wraps(
      'sort',
      (sort) => (books, by) => (by === undefined ? books.toReversed() : sort(books, by)),
    ),
    lists(five, '', ['a', 'b', 'c', 'd', 'e']),
  ],
  'filters-either': [
    (p) => {
      const own = { ...p.filters }
      p.filters.maxPrice = (book, most) =>
        own.maxPrice?.(book, most) || book.price.currency === 'USD'
      p.filters.currencies = () => true
    },
    lists(priced, 'currencies=USD&maxPrice=10', ['d']),
  ],
  'second-filter-ignored': [
    adjusts((parameters) => {
      if (parameters.genre) delete parameters.title
    }),
    lists(
      [
        { title: 'x', genres: ['comic'] },
        { title: 'y', genres: ['comic'] },
      ],
      'genre=comic&title=y',
      ['y'],
    ),
  ],
  'created-since-ignored': [
    ignores('createdSince'),
    withBook(async (api) => {
      const { body } = expect(
        await api.send({ path: '/export?createdSince=2999-01-01T00:00:00Z' }),
        200,
      )
      assert.equal(body.length, 0)
    }),
  ],
  'created-since-offset-ignored': [
    wraps(
      'convert',
      (convert) => (text, schema) =>
        convert(schema.format === 'date-time' ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text, schema),
    ),
    withBook(async (api, book) => {
      const time = new Date(Date.parse(book.createdAt) + 7_200_000 - 1_000)
        .toISOString()
        .replace('Z', '%2B02:00')
      const { body } = expect(await api.send({ path: `/export?createdSince=${time}` }), 200)
      assert.ok(body.length > 0)
    }),
  ],
  'request-id-lost': [
    ignores('X-Request-Id'),
    asksBelow('', { headers: { 'X-Request-Id': NOBODY } }, 200, {
      headers: { 'x-request-id': new RegExp(NOBODY) },
    }),
  ],
  'header-name-case': [
    wraps(
      'textsOf',
      (textsOf) => (parameter, call) =>
        parameter.in === 'header' && !call.request.rawHeaders.includes(parameter.name)
          ? undefined
          : textsOf(parameter, call),
    ),
    asksBelow('', { headers: { 'x-request-id': NOBODY } }, 200, {
      headers: { 'x-request-id': new RegExp(NOBODY) },
    }),
  ],
})

const PAGING = `
  list-empty-404 | An empty list is answered 404. | documented status
  total-of-page | total counts the page. | total
  total-of-all | total counts the books that do not fit. | total
  total-off-by-one | total is one too large. | total
  count-differs-from-total | X-Total-Count is another number than total. | header: X-Total-Count
  next-missing | There is no next page, though there are more books. | next
  next-on-last | The last page has a next one. | next
  next-the-same | The next page is the same page. | next
  next-skips | The next page leaves out a book. | next
  next-repeats | The next page has the last book again. | next
  next-without-filters | The next page has other filters. | next
  next-leads-nowhere | The next page is at a path that there is not. | next
`

const paging = faultRows<CatalogPoints>(PAGING, {
  'list-empty-404': [
    after('listBooks', (answer) =>
      (answer.body as { items: Json[] }).items.length === 0
        ? {
            status: 404,
            type: 'application/problem+json',
            body: { type: 'about:blank', title: 'There are none.', status: 404 },
          }
        : answer,
    ),
    asks({ path: '/books' }, 200),
  ],
  'total-of-page': [
    wraps('pageOf', (pageOf) => (...args) => {
      const page = pageOf(...args)
      return { ...page, total: page.items.length }
    }),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=2', { json: ({ total }) => assert.equal(total, 5) })
    }),
  ],
  'total-of-all': [
    (p) => {
      const { tenantOf, pageOf } = p
      let count = 0
      p.tenantOf = (call) => {
        const tenant = tenantOf(call)
        count = tenant.books.size
        return tenant
      }
      p.pageOf = (...args) => ({ ...pageOf(...args), total: count })
    },
    withBooks(kinds, async (api) => {
      await titlesOf(api, 'genre=comic', { json: ({ total }) => assert.equal(total, 1) })
    }),
  ],
  'total-off-by-one': [
    wraps('pageOf', (pageOf) => (...args) => {
      const page = pageOf(...args)
      return { ...page, total: page.total + 1 }
    }),
    withBooks(five, async (api) => {
      await titlesOf(api, '', { json: ({ total }) => assert.equal(total, 5) })
    }),
  ],
  'count-differs-from-total': [
    (p) => {
      const own = p.handlers.listBooks
      p.handlers.listBooks = async (call) => {
        const answer = await own?.(call)
        return { ...answer, headers: { 'X-Total-Count': '0' } } as never
      }
    },
    withBooks(five, async (api) => {
      await titlesOf(api, '', { headers: { 'x-total-count': /^5$/ } })
    }),
  ],
  'next-missing': [
    wraps('nextOf', () => () => undefined),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=2', { json: ({ next }) => assert.ok(next) })
    }),
  ],
  'next-on-last': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, { ...page, hasMore: true })),
    withBooks(five, async (api) => {
      await titlesOf(api, 'limit=5', { json: ({ next }) => assert.equal(next, undefined) })
    }),
  ],
  'next-the-same': [
    wraps(
      'nextOf',
      (nextOf) => (call, page) =>
        nextOf(call, page)?.replace(/offset=\d+/, `offset=${call.parameters.offset}`),
    ),
    pagesThrough('limit=2', five),
  ],
  'next-skips': [
    wraps(
      'nextOf',
      (nextOf) => (call, page) =>
        nextOf(call, page)?.replace(/offset=(\d+)/, (_, at) => `offset=${Number(at) + 1}`),
    ),
    pagesThrough('limit=2', five),
  ],
  'next-repeats': [
    wraps(
      'nextOf',
      (nextOf) => (call, page) =>
        nextOf(call, page)?.replace(/offset=(\d+)/, (_, at) => `offset=${Number(at) - 1}`),
    ),
    pagesThrough('limit=2', five),
  ],
  'next-without-filters': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, page)?.replace(/title=[^&]*&/, '')),
    pagesThrough('title=x&limit=1', named('ax', 'b', 'xc'), ['ax', 'xc']),
  ],
  'next-leads-nowhere': [
    wraps('nextOf', (nextOf) => (call, page) => nextOf(call, page)?.replace('/books', '/v2/books')),
    pagesThrough('limit=2', five),
  ],
})

function pagesThrough(
  query: string,
  overs: { title: string }[],
  titles = overs.map(({ title }) => title),
) {
  return withBooks(overs, async (api) => {
    const found: string[] = []
    let path: string | undefined = `/books?${query}`
    for (let count = 0; path !== undefined && count < 10; count++) {
      const { items, next } = jsonOf(expect(await api.send({ path }), 200))
      found.push(...items.map(({ title }: { title: string }) => title))
      path = next
    }
    assert.deepEqual(found, titles)
  })
}

export const parameters = [
  ...faultsOf<CatalogPoints>('negative parameter', invalid),
  ...faultsOf<CatalogPoints>('positive parameter', valid),
  ...faultsOf<CatalogPoints>('paging', paging),
]
