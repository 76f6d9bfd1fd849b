import { type Codec, FormatError, serve } from 'fastify-contract'
import t from 'tap'
import { encoded } from '#toolkit/validation/conversions/encoded-values.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
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

function send(operation: string, payload: string, type = 'application/json') {
  return app.inject({
    method: 'POST',
    url: `/${operation}`,
    headers: { 'content-type': type },
    payload,
  })
}

t.beforeEach(() => {
  result = undefined
})

const AT = '2020-01-02T03:04:05.678Z'
const DAY = '2020-02-29'
const [at, day] = [new Date(AT), new Date('2020-02-29T00:00:00Z')]
const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

/** Members of a body: as text, as a handler has them, and as they are answered, if that is another text. */
const members: [texts: object, values: object, answer?: object][] = [
  [{ at: AT }, { at }],
  [{ at: '2020-01-02t05:04:05.678000+02:00' }, { at }, { at: AT }],
  [{ at: '0000-01-01T00:00:00.000Z' }, { at: new Date('0000-01-01T00:00:00Z') }],
  [{ moment: AT }, { moment: at }],
  [{ day: DAY }, { day }],
  [{ bytes: 'AP8=' }, { bytes: new Uint8Array([0, 255]) }],
  [{ bytes: '' }, { bytes: new Uint8Array() }],
  [{ id: UUID }, { id: UUID }],
  [{ price: '12.05' }, { price: 1205n }],
  [{ none: null }, { none: null }],
  [{ none: AT }, { none: at }],
  [{ listed: '2020-01-02' }, { listed: '2020-01-02' }],
  [{ chosen: AT }, { chosen: at }],
  [{ long: AT }, { long: at }],
  [{ both: 5 }, { both: 5 }],
  [{ both: DAY }, { both: day }],
  [{ list: [AT, AT] }, { list: [at, at] }],
  [{ pair: [DAY, DAY] }, { pair: [day, DAY] }],
  [{ map: { a: DAY, __proto__x: DAY } }, { map: { a: day, __proto__x: day } }],
  [{ named: { at1: AT, b: AT } }, { named: { at1: at, b: AT } }],
  [{ other: AT }, { other: at }],
  [{ other: 'soon' }, { other: 'soon' }],
  [{ either: DAY }, { either: day }, { either: '2020-02-29' }],
  [{ either: AT }, { either: at }],
  [{ either: 5 }, { either: 5n }],
  [{ around: AT }, { around: at }],
  [{ parts: { at: DAY } }, { parts: { at: day } }],
  [{ parts: { at: DAY, n: 1 } }, { parts: { at: DAY, n: 1 } }],
  [
    {
      amounts: [
        { kind: 'a', n: '1.00' },
        { kind: 'b', n: 100 },
      ],
    },
    {
      amounts: [
        { kind: 'a', n: 100n },
        { kind: 'b', n: 100n },
      ],
    },
  ],
  [{ inside: { inside: { day: DAY } } }, { inside: { inside: { day } } }],
]

t.test(
  'a typed format is a value of its type for handlers, and its text for clients',
  async (t) => {
    for (const [texts, values, answer = texts] of members) {
      const name = JSON.stringify(texts)
      const response = await send('value', name)
      t.same([response.statusCode, got], [200, values], name)
      t.same(response.json(), answer, name)
      const lines = await send('lines', `${name}\n${name}\n`, 'application/jsonl')
      t.same([lines.statusCode, got], [200, [values, values]], name)
      t.equal(lines.body, `${JSON.stringify(answer)}\n`.repeat(2))
    }
  },
)

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
  t.same(fields.json(), {
    at: AT,
    day: DAY,
    bytes: 'AP8=',
    price: '1.00',
  })
  const part = (name: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const parts = `${part('at', AT)}${part('day', DAY)}${part('bytes', 'AP8=')}${part('price', '1.00')}--b--\r\n`
  const response = await send('parts', parts, 'multipart/form-data; boundary=b')
  t.same([response.statusCode, got], [200, values])
  t.same(response.json(), { at: AT, day: DAY, bytes: 'AP8=', price: '1.00' })
})

t.test(
  'parameters, their defaults and headers of responses are values of their formats',
  async (t) => {
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
  },
)

t.test('what a type does not hold exactly is refused, not rounded', async (t) => {
  const leap = 'must be a date-time without a leap second'
  const digits = 'must be a date-time of whole milliseconds'
  const years = 'must be a date-time from year 0 to 9999 in UTC'
  const rows: [body: object, place: string, message: string][] = [
    [{ at: '2016-12-31T23:59:60Z' }, '/at', leap],
    [{ list: [AT, '2016-12-31T23:59:60.5Z'] }, '/list/1', leap],
    [{ at: '2020-01-01T00:00:00.0001Z' }, '/at', digits],
    [{ other: '2020-01-01T00:00:00.123000001Z' }, '/other', digits],
    [{ at: AT, inside: { moment: '0000-01-01T00:00:00+00:01' } }, '/inside/moment', years],
    [{ at: '9999-12-31T23:59:59-00:01' }, '/at', years],
    [{ bytes: 'AP9=' }, '/bytes', 'must be base64 without bits behind its last byte'],
    [{ price: '1' }, '/price', 'must be an amount such as 1.50'],
    [{ kinds: [{ kind: 'a', at: '2020-01-01T00:00:00.0001Z' }] }, '/kinds/0/at', digits],
  ]
  for (const [body, place, message] of rows) {
    const text = JSON.stringify(body)
    const told = (start: string) => ({
      error: 40002,
      message: `The request breaks the contract: ${start}${place} ${message}.`,
    })
    refused(t, await send('value', text), told('body'), text)
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
})

t.test('what is no value of a format breaks the contract as before', async (t) => {
  for (const body of [
    { at: 'soon' },
    { day: AT },
    { bytes: '%' },
    { id: 'x' },
    { listed: DAY },
    { at: 5 },
  ]) {
    refused(t, await send('value', JSON.stringify(body)), { error: 40002, message: /body\// })
  }
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
})

t.test(
  'in a union a refusal of a codec leaves a value to the others, and a bug does not',
  async (t) => {
    const codec = (error: Error): Codec => ({
      decode: String,
      encode() {
        throw error
      },
    })
    const text: Codec = { decode: String, encode: () => 'text' }
    const either = (error: Error) => [
      {
        any: [
          [() => true, { codec: codec(error) }] as const,
          [() => true, { codec: text }] as const,
        ],
      },
    ]
    t.equal(encoded(day, either(new FormatError('is none'))), 'text')
    t.throws(() => encoded(day, either(new TypeError('a bug'))), { message: 'a bug' })
  },
)

t.test('a codec that the platform cannot run ends the start of a service', async (t) => {
  const { Temporal } = globalThis as { Temporal?: unknown }
  t.teardown(() => Object.assign(globalThis, { Temporal }))
  Object.assign(globalThis, { Temporal: undefined })
  const document = (path: (n: number) => string, count: number) => {
    const response = `{ '200': { description: d, content: { application/json: { schema: { type: string, format: date-time } } } } }`
    const paths = Array.from({ length: count }, (_, n) => {
      return `  ${path(n)}: { get: { operationId: o${n}, responses: ${response} } }\n`
    })
    return `openapi: 3.1.0\ninfo: { title: Moments, version: '1' }\npaths:\n${paths.join('')}`
  }
  for (const count of [1, 60]) {
    const text = document((n) => `/${n}`, count)
    const formats = { 'date-time': 'Temporal.Instant', date: 'Temporal.PlainDate' }
    const contract = await contractOf(t, text, { formats })
    t.throws(() => serve(contract, { handlers: {}, security: {} }), {
      name: 'TypeError',
      message:
        /^Moments: this platform has no Temporal: run a newer one, import a polyfill before, or map/,
    })
    Object.assign(globalThis, { Temporal: { Instant: String, PlainDate: undefined } })
    t.doesNotThrow(
      () => serve(contract, { handlers: {}, security: {} }),
      'a format that no string has is none',
    )
    Object.assign(globalThis, { Temporal: undefined })
  }
})
