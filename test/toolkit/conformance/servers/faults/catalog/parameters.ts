/** Faults at parameters. */

import type { CatalogPoints } from '../../catalog/points.js'
import { failsAt, faultsOf, gives, instead } from '../fault.js'

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

const INVALID = `
  limit-zero | The limit may be 0. | minimum | parameters/Limit: {minimum: null}
  limit-off-by-one | The limit may be one larger. | maximum | parameters/Limit: {maximum: 101}
  limit-wrong-ignored | A limit that is no number is ignored. | type
  offset-too-large | The offset may have any size. | format: int32 | parameters/Offset: {format: null}
  genre-unknown | A genre that there is not is accepted. | enum | parameters/Genre: {items: {type: string}}
  genre-too-many | There may be any number of genres. | maxItems | parameters/Genre: {maxItems: null}
  currencies-doubles | A currency may be there twice. | uniqueItems | parameters/Currencies: {uniqueItems: null}
  date-parameter-500 | A day that there is not makes the server fail. | no 5xx
  number-parameter-zero | A price of 0 is accepted. | exclusiveMinimum | parameters/MaxPrice: {exclusiveMinimum: null, minimum: 0}
  title-parameter-empty | A title that is empty is accepted. | minLength | parameters/Title: {minLength: null}
  title-parameter-too-long | A title of any length is accepted. | maxLength | parameters/Title: {maxLength: null}
  path-parameter-500 | An id that is no UUID makes the server fail. | no 5xx
  header-parameter-any | An X-Request-Id that is no UUID is accepted. | format: uuid | parameters/RequestId: {format: null}
`

const invalid = faultsOf<CatalogPoints>('negative parameter', INVALID, {
  'limit-wrong-ignored': forgives('limit'),
  'date-parameter-500': failsOn('publishedFrom', isNoDay),
  'path-parameter-500': failsOn('bookId', (text) => !/^[0-9a-f-]{36}$/.test(text)),
})

const VALID = `
  limit-largest-refused | The largest limit is refused. | maximum | parameters/Limit: {maximum: 99}
  offset-beyond-500 | An offset beyond the end makes the server fail. | no 5xx
  currencies-not-split | A list with a comma is one currency. | style: form, no explode
  request-id-lost | X-Request-Id does not come back. | header: X-Request-Id
`

const valid = faultsOf<CatalogPoints>('positive parameter', VALID, {
  'offset-beyond-500': failsAt('pageOf', ({ length }, _, offset) => offset > length),
  'currencies-not-split': instead('splitList', (text) => [text]),
  'request-id-lost': ignores('X-Request-Id'),
})

export const parameters = [...invalid, ...valid]
