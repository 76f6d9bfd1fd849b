import { type Codec, FormatError, serve } from 'fastify-contract'
import t from 'tap'
import { codecs } from '#toolkit/validation/conversions/codecs.js'
import { applyConversions } from '#toolkit/validation/conversions/converted-values.js'
import { encoded } from '#toolkit/validation/conversions/encoded-values.js'
import { refused } from '../../../helpers/refused.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { posting } from '../../runtime/bodies/table.js'
import { contractIn, exact, PARTS, partsOf } from '../../runtime/keeping.js'
import { FORMATS, TYPED_FORMATS } from './typed-document.js'

const contract = await contractOf(t, TYPED_FORMATS, { formats: FORMATS })
let got: unknown
let result: object | undefined
const echo = ({ body }: { body: unknown }) => {
  got = structuredClone(body)
  return result ?? { status: 200, body }
}

const handlers = {
  ...Object.fromEntries(contract.operations.map(({ operationId }) => [operationId, echo])),
  async lines({ body }: { body: AsyncIterable<unknown> }) {
    const items: unknown[] = []
    for await (const item of body) items.push(item)
    got = structuredClone(items)
    return { status: 200, body: items }
  },
  parameters({ params, query, headers, cookies }: Record<string, Record<string, unknown>>) {
    got = { ...params, ...query, ...headers, ...cookies }
    return (
      result ?? {
        status: 200,
        body: {},
        headers: { 'X-Since': query?.since, 'x-days': query?.list },
      }
    )
  },
}

const app = await serveContract(t, contract, { handlers })

const send = (operation: string, payload: string | Buffer, type = 'application/json') =>
  app.inject(posting(`/${operation}`, payload, type))

t.beforeEach(() => (result = undefined))

const AT = '2020-01-02T03:04:05.678Z'
const DAY = '2020-02-29'
const [at, day] = [new Date(AT), new Date('2020-02-29T00:00:00Z')]
const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

/** Members of a body as texts, and as a handler has them with dates, bytes and bigints. */
const MEMBERS = rowsOf(`
  {at: '${AT}'} | {at: AT}
  {at: '0000-01-01T00:00:00.000Z'} | {at: FIRST}
  {moment: '${AT}'} | {moment: AT}
  {day: '${DAY}'} | {day: DAY}
  {bytes: AP8=} | {bytes: BYTES}
  {bytes: ''} | {bytes: EMPTY}
  {id: ${UUID}} | {id: ${UUID}}
  {price: '12.05'} | {price: 1205n}
  {none: null} | {none: null}
  {none: '${AT}'} | {none: AT}
  {listed: '2020-01-02'} | {listed: '2020-01-02'}
  {chosen: '${AT}'} | {chosen: AT}
  {long: '${AT}'} | {long: AT}
  {both: 5} | {both: 5}
  {both: '${DAY}'} | {both: DAY}
  {list: ['${AT}', '${AT}']} | {list: [AT, AT]}
  {pair: ['${DAY}', '${DAY}']} | {pair: [DAY, '${DAY}']}
  {map: {a: '${DAY}', __proto__x: '${DAY}'}} | {map: {a: DAY, __proto__x: DAY}}
  {named: {at1: '${AT}', b: '${AT}'}} | {named: {at1: AT, b: '${AT}'}}
  {other: '${AT}'} | {other: AT}
  {other: soon} | {other: soon}
  {either: '${DAY}'} | {either: DAY}
  {either: '${AT}'} | {either: AT}
  {either: 5} | {either: 5n}
  {around: '${AT}'} | {around: AT}
  {parts: {at: '${DAY}'}} | {parts: {at: DAY}}
  {parts: {at: '${DAY}', n: 1}} | {parts: {at: '${DAY}', n: 1}}
  {amounts: [{kind: a, n: '1.00'}, {kind: b, n: 100}]} | {amounts: [{kind: a, n: 100n}, {kind: b, n: 100n}]}
  {inside: {inside: {day: '${DAY}'}}} | {inside: {inside: {day: DAY}}}
`)

const VALUES: Readonly<Record<string, unknown>> = {
  ...{ AT: at, DAY: day, FIRST: new Date('0000-01-01T00:00:00Z') },
  ...{ BYTES: new Uint8Array([0, 255]), EMPTY: new Uint8Array() },
}

/** A value of YAML with those of these names, and bigints in place of texts such as `1n`. */
function typed(given: unknown): unknown {
  if (typeof given === 'string') return VALUES[given] ?? exact(given)
  if (Array.isArray(given)) return given.map(typed)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typed(value)]))
}

t.test('a typed format is a value of its type for handlers, its text for clients', async (t) => {
  for (const [cell = '', want = ''] of MEMBERS) {
    const values = typed(yamlOf(want))
    const text = JSON.stringify(yamlOf(cell))
    const response = await send('value', text)
    t.same([response.statusCode, response.body, got], [200, text, values])
    const lines = await send('lines', `${text}\n${text}\n`, 'application/jsonl')
    t.same([lines.statusCode, got], [200, [values, values]], text)
    t.equal(lines.body, `${text}\n`.repeat(2))
  }
  const offset = await send('value', '{"at":"2020-01-02t05:04:05.678000+02:00"}')
  t.same([offset.body, got], [`{"at":"${AT}"}`, { at }])
})

t.test('a value of a format is a whole body, and a text', async (t) => {
  for (const [operation, payload, type] of [
    ['moment', `"${AT}"`, 'application/json'],
    ['text', AT, 'text/plain'],
  ] as const) {
    const response = await send(operation, payload, type)
    t.same([response.statusCode, response.body, got], [200, payload, at], operation)
  }
})

t.test('fields and parts are values of their formats', async (t) => {
  const form = `at=${encodeURIComponent(AT)}&day=${DAY}&bytes=AP8%3D&price=1.00`
  const values = { at, day, bytes: new Uint8Array([0, 255]), price: 100n }
  const fields = await send('form', form, 'application/x-www-form-urlencoded')
  t.same([fields.statusCode, got], [200, values])
  const texts = { at: AT, day: DAY, bytes: 'AP8=', price: '1.00' }
  t.same(fields.json(), texts)
  const response = await send('parts', partsOf(...Object.entries(texts)), PARTS)
  t.same([response.statusCode, got], [200, values])
  t.same(response.json(), texts)
})

t.test('parameters, their defaults and response headers are values of their formats', async (t) => {
  const url = `/parameters/${DAY}?list=${DAY}&list=2020-01-01&object[at]=${AT}&big=5&json=${encodeURIComponent(`{"at":"${AT}","n":9007199254740993}`)}`
  const headers = { 'x-price': '3.50', cookie: `seen=${DAY}` }
  const response = await app.inject({ url, headers })
  const since = new Date('2020-01-02T03:04:05Z')
  const list = [day, new Date('2020-01-01T00:00:00Z')]
  t.same(got, {
    ...{ day, since, list, object: { at }, json: { at, n: 2n ** 53n + 1n }, big: 5n },
    ...{ 'x-price': 350n, seen: day },
  })
  t.equal(response.statusCode, 200, response.body)
  t.match(response.headers, {
    'x-since': '2020-01-02T03:04:05.000Z',
    'x-days': `${DAY},2020-01-01`,
  })
})

t.test('what a type does not hold exactly is refused, not rounded', async (t) => {
  const leap = 'must be a date-time without a leap second'
  const digits = 'must be a date-time of whole milliseconds'
  const years = 'must be a date-time from year 0 to 9999 in UTC'
  const rows = rowsOf(`
  {"at":"2016-12-31T23:59:60Z"} | /at ${leap}
  {"list":["${AT}","2016-12-31T23:59:60.5Z"]} | /list/1 ${leap}
  {"at":"2020-01-01T00:00:00.0001Z"} | /at ${digits}
  {"other":"2020-01-01T00:00:00.123000001Z"} | /other ${digits}
  {"at":"${AT}","inside":{"moment":"0000-01-01T00:00:00+00:01"}} | /inside/moment ${years}
  {"at":"9999-12-31T23:59:59-00:01"} | /at ${years}
  {"bytes":"AP9="} | /bytes must be base64 without bits behind its last byte
  {"price":"1"} | /price must be an amount such as 1.50
  {"kinds":[{"kind":"a","at":"2020-01-01T00:00:00.0001Z"}]} | /kinds/0/at ${digits}
`)
  for (const [text = '', reason] of rows) {
    const message = `The request breaks the contract: body${reason}.`
    refused(t, await send('value', text), { error: 40002, message }, text)
  }
  const url = `/parameters/${DAY}?since=2016-12-31T23:59:60Z&object[at]=2020-01-01T00:00:00.0001Z`
  const response = await app.inject({ url, headers: { 'x-price': '1' } })
  refused(t, response, {
    error: 40002,
    message: new RegExp(`query.since ${leap}; header.x-price must be`),
  })
  refused(t, await send('form', 'at=2016-12-31T23:59:60Z', 'application/x-www-form-urlencoded'), {
    error: 40002,
    message: /body.at must be/,
  })
  const whole = `/whole?${encodeURIComponent('{"at":"2016-12-31T23:59:60Z"}')}`
  refused(t, await app.inject(whole), { error: 40002, message: new RegExp(`query/at ${leap}`) })
})

t.test('an alternative of a result is the one that has its strings', async (t) => {
  const day = new Date('2020-01-01T00:00:00Z')
  const kinds = [
    { kind: 'a', at: day },
    { kind: 'b', at: day },
  ]
  result = { status: 200, body: { kinds } }
  const response = await send('value', '{}')
  const [a, b] = ['2020-01-01T00:00:00.000Z', '2020-01-01']
  t.same(response.json(), {
    kinds: [
      { kind: 'a', at: a },
      { kind: 'b', at: b },
    ],
  })
  t.strictSame(kinds[0], { kind: 'a', at: day }, 'what a handler returned stays')
})

t.test('strings that a handler returns stay', async (t) => {
  result = { status: 200, body: { at: '2016-12-31T23:59:60Z', day: DAY, price: '1.00' } }
  t.same((await send('value', '{}')).json(), (result as { body: object }).body)
})

t.test('a value that its format cannot write is a failure of the handler', async (t) => {
  for (const body of [
    { at: new Date(Number.NaN) },
    { at: new Date('+010000-01-01T00:00:00Z') },
    { day: at },
    { list: [new Date(Number.NaN)] },
  ]) {
    result = { status: 200, body }
    t.equal((await send('value', '{}')).statusCode, 500)
  }
  const codec: Codec = { ...codecs.dateTimeDate, encode: codecs.dateTimeDate.encode as never }
  const list = { members: { list: { items: { codec } } } }
  const value = { list: [at, new Date(Number.NaN)] }
  const message = /^has a value .*: is no date-time/
  t.throws(() => encoded(value, [list]), { message, pointer: '/list/1' } as { message: RegExp })
})

t.test('in a union a codec that refuses leaves a value to others, a bug does not', async (t) => {
  const codec = (error: Error): Codec => ({
    decode: String,
    encode() {
      throw error
    },
  })
  const text: Codec = { decode: String, encode: () => 'text' }
  const either = (error: Error) => [
    {
      any: [[() => true, { codec: codec(error) }] as const, [() => true, { codec: text }] as const],
    },
  ]
  t.equal(encoded(day, either(new FormatError('is none'))), 'text')
  t.throws(() => encoded(day, either(new TypeError('a bug'))), { cause: { message: 'a bug' } })
})

t.test('in a union a codec that refuses leaves a string to others, and says why', async (t) => {
  const refusing = (error: Error): Codec => ({
    decode() {
      throw error
    },
    encode: String,
  })
  const none = refusing(new FormatError('is none'))
  const bug = refusing(new TypeError('a bug'))
  const either = (...codecs: Codec[]) => ({
    any: codecs.map((codec) => [() => true, { codec }] as const),
  })
  const text: Codec = { decode: () => 'decoded', encode: String }
  t.equal(applyConversions('a', either(bug, none, text)), 'decoded')
  t.throws(() => applyConversions('a', either(bug, none, bug)), { message: 'is none' })
})

t.test('a codec that the platform cannot run ends the start of a service', async (t) => {
  const { Temporal } = globalThis as { Temporal?: unknown }
  t.teardown(() => Object.assign(globalThis, { Temporal }))
  Object.assign(globalThis, { Temporal: undefined })
  for (const count of [1, 60]) {
    const operations = Array.from(
      { length: count },
      (_, n) => `GET /${n}: { 200: { type: string, format: date-time } }\n`,
    )
    const formats = { 'date-time': 'Temporal.Instant', date: 'Temporal.PlainDate' }
    const contract = await contractIn(operations.join(''), { formats })
    t.throws(() => serve(contract, { handlers: {}, security: {} }), {
      name: 'TypeError',
      message:
        /^T: this platform has no Temporal: run a newer one, import a polyfill before, or map/,
    })
    Object.assign(globalThis, { Temporal: { Instant: String, PlainDate: undefined } })
    t.doesNotThrow(
      () => serve(contract, { handlers: {}, security: {} }),
      'a format that no string has is none',
    )
    Object.assign(globalThis, { Temporal: undefined })
  }
})
