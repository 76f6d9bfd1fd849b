/** Faults at parameters. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json } from '../../json/value.js'
import { failsAt, faultsOf, gives, instead, takes, wraps } from '../fault.js'

/** Ignores a parameter. */
export const ignores = (name: string) =>
  gives('textsOf', (texts, parameter) => (parameter.name === name ? undefined : texts))

/** Takes a parameter that is wrong for one that is missing. */
const forgives = (name: string) =>
  gives('convertTexts', (value, _, parameter) => {
    const isRight = Number.isInteger(value) && Number(value) > 0
    return parameter.name !== name || isRight ? value : parameter.schema.default
  })

/** Fails where a parameter is wrong. */
const failsOn = (name: string, isWrong: (text: string) => boolean) =>
  gives('textsOf', (texts, parameter) => {
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
  wraps(
    'convert',
    (convert) => (text, schema) => change(text, schema.type) ?? convert(text, schema),
  )

const INVALID = `
  limit-zero | The limit may be 0. | minimum | parameters/Limit: {minimum: null}
  limit-off-by-one | The limit may be one larger. | maximum | parameters/Limit: {maximum: 101}
  limit-wrong-ignored | A limit that is no number is ignored. | type
  limit-begins-with-number | A limit that begins with a number is one. | type
  limit-fraction | A limit with a fraction is rounded. | type
  limit-500 | A limit that is no number makes the server fail. | no 5xx
  offset-too-large | The offset may have any size. | format: int32 | parameters/Offset: {format: null}
  genre-unknown | A genre that there is not is accepted. | enum | parameters/Genre: {items: {type: string}}
  genre-too-many | There may be any number of genres. | maxItems | parameters/Genre: {maxItems: null}
  genre-any-case | A genre may be in capitals. | enum
  currencies-doubles | A currency may be there twice. | uniqueItems | parameters/Currencies: {uniqueItems: null}
  date-parameter-with-time | The day may have a time. | format: date
  date-parameter-500 | A day that there is not makes the server fail. | no 5xx
  boolean-anything | Whatever is not true is false. | type
  number-parameter-any | A price that is no number is ignored. | type
  number-parameter-zero | A price of 0 is accepted. | exclusiveMinimum | parameters/MaxPrice: {exclusiveMinimum: null, minimum: 0}
  title-parameter-empty | A title that is empty is accepted. | minLength | parameters/Title: {minLength: null}
  title-parameter-too-long | A title of any length is accepted. | maxLength | parameters/Title: {maxLength: null}
  sort-unknown | A sort that there is not is accepted. | enum
  path-parameter-500 | An id that is no UUID makes the server fail. | no 5xx
  path-parameter-long-500 | A long id makes the server fail. | no 5xx
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid | parameters/RequestId: {format: null}
  cursor-any | A cursor that is none begins at the start. | pattern
  date-time-without-zone | A time needs no offset. | format: date-time
`

const invalid = faultsOf<CatalogPoints>('negative parameter', INVALID, {
  'limit-wrong-ignored': forgives('limit'),
  'limit-begins-with-number': converts((text, type) =>
    type === 'integer' && /^\d/.test(text) ? Number.parseInt(text, 10) : undefined,
  ),
  'limit-fraction': converts((text, type) =>
    type === 'integer' && /^\d+\.\d+$/.test(text) ? Math.round(Number(text)) : undefined,
  ),
  'limit-500': failsOn('limit', (text) => Number.isNaN(Number(text))),
  'genre-any-case': converts((text) => (/^NOVEL$/.test(text) ? 'novel' : undefined)),
  'date-parameter-with-time': (p) => {
    p.formats.date = (text) => !Number.isNaN(Date.parse(text))
  },
  'date-parameter-500': failsOn('publishedFrom', isNoDay),
  'boolean-anything': converts((text, type) => (type === 'boolean' ? text === 'true' : undefined)),
  'number-parameter-any': gives('textsOf', (texts, { name }) =>
    name === 'maxPrice' && Number.isNaN(Number(texts?.[0])) ? undefined : texts,
  ),
  'sort-unknown': (p) => {
    delete p.document.components.parameters.Sort.schema.enum
    const own = p.sort
    p.sort = (books, sort) => (String(sort).replace('-', '') in p.orders ? own(books, sort) : books)
  },
  'path-parameter-500': failsOn('bookId', (text) => !/^[0-9a-f-]{36}$/.test(text)),
  'path-parameter-long-500': failsOn('bookId', (text) => text.length > 200),
  'cursor-any': (p) => {
    delete p.document.components.parameters.Cursor.schema.pattern
    p.positionOf = () => 0
  },
  'date-time-without-zone': (p) => {
    p.formats['date-time'] = (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
  },
})

const VALID = `
  limit-largest-refused | The largest limit is refused. | maximum | parameters/Limit: {maximum: 99}
  limit-one-refused | A limit of 1 is refused. | minimum | parameters/Limit: {minimum: 2}
  offset-beyond-500 | An offset beyond the end makes the server fail. | no 5xx
  genre-several-refused | Several genres are refused. | style: form, explode
  currencies-not-split | A list with a comma is one currency. | style: form, no explode
  max-price-exponent-refused | A price with a fraction is refused. | type: number
  title-filter-pattern-500 | A bracket in the text makes the server fail. | no 5xx
  query-latin1 | A query is Latin-1. | RFC 3986, section 2.5
  request-id-lost | X-Request-Id does not come back. | header: X-Request-Id
  header-name-case | Names of headers are looked at as they are written. | RFC 9110, section 5.1
`

const valid = faultsOf<CatalogPoints>('positive parameter', VALID, {
  'offset-beyond-500': failsAt('pageOf', ({ length }, _, offset) => offset > length),
  'genre-several-refused': failsAt(
    'convertTexts',
    ({ length }, { name }) => name === 'genre' && length > 1,
    400,
  ),
  'currencies-not-split': instead('splitList', (text) => [text]),
  'max-price-exponent-refused': converts((text, type) =>
    type === 'number' && text.includes('.') ? text : undefined,
  ),
  'title-filter-pattern-500': (p) => {
    p.filters.title = ({ title }: { title: string }, text: string) => new RegExp(text).test(title)
  },
  'query-latin1': takes('convert', (text, schema) => [
    Buffer.from(text).toString('latin1'),
    schema,
  ]),
  'request-id-lost': ignores('X-Request-Id'),
  'header-name-case': gives('textsOf', (texts, { in: place, name }, { request }) =>
    place === 'header' && !request.rawHeaders.includes(name) ? undefined : texts,
  ),
})

export const parameters = [...invalid, ...valid]
