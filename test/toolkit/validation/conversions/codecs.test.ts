import { isDeepStrictEqual } from 'node:util'
import type { Codec } from 'fastify-contract'
import { platformCodecs } from 'fastify-contract/codegen'
import t from 'tap'
import { randomFrom } from '#toolkit/samples/draw.js'
import { formats } from '#toolkit/validation/formats.js'

const { dateTimeDate, dateDate, byteUint8Array, dateTimeInstant, datePlainDate } = platformCodecs
const random = randomFrom(44)
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const DAYS = 3_652_425
const DAY = 86_400_000

const drawn: readonly [format: keyof typeof formats, codec: Codec, draw: () => unknown][] = [
  ['date-time', dateTimeDate, () => new Date(FIRST + Math.floor(random.next() * DAYS * DAY))],
  ['date', dateDate, () => new Date(FIRST + random.below(DAYS) * DAY)],
  [
    'byte',
    byteUint8Array,
    () => Uint8Array.from({ length: random.below(20) }, () => random.below(256)),
  ],
]

t.test('what a codec encodes has the format, and is decoded to the same value', async (t) => {
  for (const [format, codec, draw] of drawn) {
    const wrong = Array.from({ length: 2000 }, draw).filter((value) => {
      const text = codec.encode(value)
      const again = codec.decode(text)
      return !(formats[format](text) && codec.is?.(again) && isDeepStrictEqual(again, value))
    })
    t.strictSame(wrong, [], format)
  }
})

t.test('a date-time of a Date is decoded with any offset and needless digits', async (t) => {
  for (const [text, time] of [
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
    ['2020-01-01t00:00:00.1z', '2020-01-01T00:00:00.100Z'],
    ['2020-01-01T00:00:00.120000000+14:00', '2019-12-31T10:00:00.120Z'],
    ['0001-01-01T00:00:00+23:59', '0000-12-31T00:01:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    t.equal(dateTimeDate.decode(text).toISOString(), time, text)
  }
})

t.test('a codec refuses what its type does not hold, or its format does not write', async (t) => {
  const refusals: [codec: Codec, text: string, message: string][] = [
    [dateTimeInstant, '1990-12-31T23:59:60Z', 'must be a date-time without a leap second'],
    [
      dateTimeInstant,
      '2020-01-01T00:00:00.0000000001Z',
      'must be a date-time of whole nanoseconds',
    ],
  ]
  for (const [codec, text, message] of refusals)
    t.throws(() => codec.decode(text), { name: 'FormatError', message }, text)
  t.throws(() => dateTimeDate.encode(new Date(Number.NaN)), { name: 'FormatError' })
  t.throws(() => dateTimeDate.encode(new Date(FIRST - 1)), { name: 'FormatError' })
  t.throws(() => dateDate.encode(new Date(1)), { message: 'is no start of a day in UTC' })
  t.throws(() => dateDate.encode(new Date(Number.NaN)), { name: 'FormatError' })
})

/** What the codecs use of `Temporal`, which Node 20 has not. */
class Text {
  readonly #text: string
  constructor(text = '') {
    this.#text = text
  }
  static from(text: string) {
    return new Text(text)
  }
  toString(options?: object): string {
    return options === undefined ? this.#text : `${this.#text} ${JSON.stringify(options)}`
  }
}

t.test('Temporal is that of the platform, or of a polyfill', async (t) => {
  const { Temporal } = globalThis as { Temporal?: unknown }
  t.teardown(() => Object.assign(globalThis, { Temporal }))
  Object.assign(globalThis, { Temporal: undefined })
  t.throws(() => dateTimeInstant.decode('2020-01-01T00:00:00Z'), { message: /has no Temporal/ })
  t.throws(() => datePlainDate.is(5), { message: /has no Temporal/ })
  Object.assign(globalThis, { Temporal: { Instant: Text, PlainDate: Text } })
  const instant = dateTimeInstant.decode('2020-01-01t00:00:00.1234567890z')
  t.ok(dateTimeInstant.is(instant))
  t.notOk(dateTimeInstant.is(new Date()))
  t.equal(dateTimeInstant.encode(instant), '2020-01-01T00:00:00.123456789Z')
  const day = datePlainDate.decode('2020-01-01')
  t.ok(datePlainDate.is(day))
  t.equal(datePlainDate.encode(day), '2020-01-01 {"calendarName":"never"}')
})
