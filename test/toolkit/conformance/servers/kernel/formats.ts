import { isNumber, type Json } from '../json/value.js'

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i
const URI_REFERENCE = /^([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i

/** Whether a string, or a number, has a format; one that is not here has every value. */
export type Formats = Record<string, (value: string, whole: Json) => boolean>

export function makeFormats(): Formats {
  return {
    date: isDate,
    'date-time': isDateTime,
    uuid: (text) => UUID.test(text),
    email: (text) => EMAIL.test(text),
    uri: (text) => URI_REFERENCE.test(text) && /^[a-z][a-z0-9+.-]*:/i.test(text),
    'uri-reference': (text) => URI_REFERENCE.test(text),
    int32: (_, value) => isWithin(value, 31n),
    int64: (_, value) => isWithin(value, 63n),
  }
}

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (year === '') return false
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[tT]$/.test(text.charAt(10)) && TIME.test(text.slice(11))
}

function isWithin(value: Json, bits: bigint): boolean {
  if (!isNumber(value)) return true
  if (typeof value === 'object') return false
  return value >= -(2n ** bits) && value < 2n ** bits
}
