import { type Codec, FormatError } from './scalars.js'

/** Codecs of the formats that a type of the platform holds. Generated code names them. */
export const codecs = {
  /** A moment, to a millisecond. */
  dateTimeDate: {
    is: isDate,
    decode(text) {
      const upper = text.toUpperCase()
      refuseLeapSecond(upper)
      if (/\.\d{3}\d*[1-9]/.test(upper)) {
        throw new FormatError('must be a date-time of whole milliseconds')
      }
      const date = new Date(upper.replace(/(\.\d{3})\d+/, '$1'))
      if (!isWritable(date)) throw new FormatError('must be a date-time from year 0 to 9999 in UTC')
      return date
    },
    encode(date) {
      if (isWritable(date)) return date.toISOString()
      throw new FormatError('is no date-time from year 0 to 9999')
    },
  } satisfies Codec<Date>,
  /** A moment, to a nanosecond. */
  dateTimeInstant: {
    is: (value) => value instanceof platform().Instant,
    decode(text) {
      const upper = text.toUpperCase()
      refuseLeapSecond(upper)
      if (/\.\d{9}\d*[1-9]/.test(upper)) {
        throw new FormatError('must be a date-time of whole nanoseconds')
      }
      return platform().Instant.from(upper.replace(/(\.\d{9})\d+/, '$1'))
    },
    encode: String,
    prepare: platform,
  } satisfies Codec<unknown>,
  /** The start of a day in UTC. */
  dateDate: {
    is: isDate,
    decode: (text) => new Date(`${text}T00:00:00Z`),
    encode(date) {
      const [day, time] = isWritable(date) ? date.toISOString().split('T') : []
      if (day !== undefined && time === '00:00:00.000Z') return day
      throw new FormatError('is no start of a day in UTC')
    },
  } satisfies Codec<Date>,
  /** A day. */
  datePlainDate: {
    is: (value) => value instanceof platform().PlainDate,
    decode: (text) => platform().PlainDate.from(text),
    encode: (day) => (day as TemporalDay).toString({ calendarName: 'never' }),
    prepare: platform,
  } satisfies Codec<unknown>,
  /** Bytes in base64 (RFC 4648, section 4). */
  byteUint8Array: {
    is: (value) => value instanceof Uint8Array,
    decode(text) {
      const bytes = Buffer.from(text, 'base64')
      // Bits behind the last byte would be lost (section 3.5).
      if (bytes.toString('base64') === text) return new Uint8Array(bytes)
      throw new FormatError('must be base64 without bits behind its last byte')
    },
    encode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  } satisfies Codec<Uint8Array>,
}

function isDate(value: unknown): boolean {
  return value instanceof Date
}

/** True for a date that RFC 3339 can write, section 5.6: with a year of four digits. */
function isWritable(date: Date): boolean {
  return FIRST <= date.getTime() && date.getTime() <= LAST
}

const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Types of moments have no leap seconds: a platform takes one for the second before, or for none. */
function refuseLeapSecond(text: string): void {
  if (text.startsWith(':60', 16)) throw new FormatError('must be a date-time without a leap second')
}

interface TemporalDay {
  toString(options: { readonly calendarName: 'never' }): string
}

interface TemporalType {
  new (): unknown
  from(text: string): unknown
}

type TemporalTypes = Readonly<Record<'Instant' | 'PlainDate', TemporalType>>

/** `Temporal` of the platform, or of a polyfill that has put it there. */
function platform(): TemporalTypes {
  const { Temporal } = globalThis as { readonly Temporal?: TemporalTypes }
  if (Temporal !== undefined) return Temporal
  throw new TypeError(NO_TEMPORAL)
}

const NO_TEMPORAL =
  'this platform has no Temporal: run a newer one, import a polyfill before, or map the format to another type'
