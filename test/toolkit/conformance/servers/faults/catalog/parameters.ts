/** Faults at parameters. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import { changes, faultRows, faultsOf, wraps } from '../fault.js'

export const schemaOf = (name: string) => `parameters/${name}/schema`

/** Ignores a parameter. */
export const ignores = (name: string) =>
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

const INVALID = `
  limit-zero | The limit may be 0. | minimum
  limit-off-by-one | The limit may be one larger. | maximum
  limit-wrong-ignored | A limit that is no number is ignored. | type
  limit-begins-with-number | A limit that begins with a number is one. | type
  limit-fraction | A limit with a fraction is rounded. | type
  limit-500 | A limit that is no number makes the server fail. | no 5xx
  offset-too-large | The offset may have any size. | format: int32
  genre-unknown | A genre that there is not is accepted. | enum
  genre-too-many | There may be any number of genres. | maxItems
  genre-any-case | A genre may be in capitals. | enum
  currencies-doubles | A currency may be there twice. | uniqueItems
  date-parameter-with-time | The day may have a time. | format: date
  date-parameter-500 | A day that there is not makes the server fail. | no 5xx
  boolean-anything | Whatever is not true is false. | type
  number-parameter-any | A price that is no number is ignored. | type
  number-parameter-zero | A price of 0 is accepted. | exclusiveMinimum
  title-parameter-empty | A title that is empty is accepted. | minLength
  title-parameter-too-long | A title of any length is accepted. | maxLength
  sort-unknown | A sort that there is not is accepted. | enum
  path-parameter-500 | An id that is no UUID makes the server fail. | no 5xx
  path-parameter-long-500 | A long id makes the server fail. | no 5xx
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid
  cursor-any | A cursor that is none begins at the start. | pattern
  date-time-without-zone | A time needs no offset. | format: date-time
`

const invalid = faultRows<CatalogPoints>(INVALID, {
  'limit-zero': changes(schemaOf('Limit'), { minimum: undefined }),
  'limit-off-by-one': changes(schemaOf('Limit'), { maximum: 101 }),
  'limit-wrong-ignored': forgives('limit'),
  'limit-begins-with-number': converts((text, type) =>
    type === 'integer' && /^\d/.test(text) ? Number.parseInt(text, 10) : undefined,
  ),
  'limit-fraction': converts((text, type) =>
    type === 'integer' && /^\d+\.\d+$/.test(text) ? Math.round(Number(text)) : undefined,
  ),
  'limit-500': failsOn('limit', (text) => Number.isNaN(Number(text))),
  'offset-too-large': changes(schemaOf('Offset'), { format: undefined }),
  'genre-unknown': (p) => {
    p.document.components.parameters.Genre.schema.items = { type: 'string' }
  },
  'genre-too-many': changes(schemaOf('Genre'), { maxItems: undefined }),
  'genre-any-case': converts((text) => (/^NOVEL$/.test(text) ? 'novel' : undefined)),
  'currencies-doubles': changes(schemaOf('Currencies'), { uniqueItems: undefined }),
  'date-parameter-with-time': (p) => {
    p.formats.date = (text) => !Number.isNaN(Date.parse(text))
  },
  'date-parameter-500': failsOn('publishedFrom', isNoDay),
  'boolean-anything': converts((text, type) => (type === 'boolean' ? text === 'true' : undefined)),
  'number-parameter-any': wraps('textsOf', (textsOf) => (parameter, call) => {
    const texts = textsOf(parameter, call)
    return parameter.name === 'maxPrice' && Number.isNaN(Number(texts?.[0])) ? undefined : texts
  }),
  'number-parameter-zero': changes(schemaOf('MaxPrice'), {
    exclusiveMinimum: undefined,
    minimum: 0,
  }),
  'title-parameter-empty': changes(schemaOf('Title'), { minLength: undefined }),
  'title-parameter-too-long': changes(schemaOf('Title'), { maxLength: undefined }),
  'sort-unknown': (p) => {
    p.document.components.parameters.Sort.schema.enum = undefined
    delete p.document.components.parameters.Sort.schema.enum
    const own = p.sort
    p.sort = (books, sort) => (String(sort).replace('-', '') in p.orders ? own(books, sort) : books)
  },
  'path-parameter-500': failsOn('bookId', (text) => !/^[0-9a-f-]{36}$/.test(text)),
  'path-parameter-long-500': failsOn('bookId', (text) => text.length > 200),
  'header-parameter-any': changes(schemaOf('RequestId'), { format: undefined }),
  'cursor-any': (p) => {
    delete p.document.components.parameters.Cursor.schema.pattern
    p.positionOf = () => 0
  },
  'date-time-without-zone': (p) => {
    p.formats['date-time'] = (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
  },
})

const VALID = `
  limit-largest-refused | The largest limit is refused. | maximum
  limit-one-refused | A limit of 1 is refused. | minimum
  offset-beyond-500 | An offset beyond the end makes the server fail. | no 5xx
  genre-several-refused | Several genres are refused. | style: form, explode
  currencies-not-split | A list with a comma is one currency. | style: form, no explode
  max-price-exponent-refused | A price with a fraction is refused. | type: number
  title-filter-pattern-500 | A bracket in the text makes the server fail. | no 5xx
  query-latin1 | A query is Latin-1. | RFC 3986, section 2.5
  request-id-lost | X-Request-Id does not come back. | header: X-Request-Id
  header-name-case | Names of headers are looked at as they are written. | RFC 9110, section 5.1
`

const valid = faultRows<CatalogPoints>(VALID, {
  'limit-largest-refused': changes(schemaOf('Limit'), { maximum: 99 }),
  'limit-one-refused': changes(schemaOf('Limit'), { minimum: 2 }),
  'offset-beyond-500': wraps('pageOf', (pageOf) => (books, limit, offset) => {
    if (offset > books.length) throw new Error('range')
    return pageOf(books, limit, offset)
  }),
  'genre-several-refused': wraps('convertTexts', (convertTexts) => (texts, parameter) => {
    if (parameter.name === 'genre' && texts.length > 1)
      throw new Failure(400, 'There is one genre.')
    return convertTexts(texts, parameter)
  }),
  'currencies-not-split': wraps('splitList', () => (text) => [text]),
  'max-price-exponent-refused': converts((text, type) =>
    type === 'number' && text.includes('.') ? text : undefined,
  ),
  'title-filter-pattern-500': (p) => {
    p.filters.title = ({ title }: { title: string }, text: string) => new RegExp(text).test(title)
  },
  'query-latin1': wraps(
    'convert',
    (convert) => (text, schema) => convert(Buffer.from(text).toString('latin1'), schema),
  ),
  'request-id-lost': ignores('X-Request-Id'),
  'header-name-case': wraps(
    'textsOf',
    (textsOf) => (parameter, call) =>
      parameter.in === 'header' && !call.request.rawHeaders.includes(parameter.name)
        ? undefined
        : textsOf(parameter, call),
  ),
})

export const parameters = [
  ...faultsOf<CatalogPoints>('negative parameter', invalid),
  ...faultsOf<CatalogPoints>('positive parameter', valid),
]
