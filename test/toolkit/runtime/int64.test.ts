import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('int64.yaml'))
const bodies: unknown[] = []
const echo = ({ body }: { body: unknown }) => {
  bodies.push(body)
  return { status: 200, body }
}

const handlers = Object.fromEntries(
  contract.operations.map(({ operationId }) => [operationId, echo]),
)

const app = await serveContract(t, contract, { handlers, unnamedMembers: 'send' })

function send(operation: string, payload: string) {
  const headers = { 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: `/${operation}`, headers, payload })
}

const BIG = 2n ** 53n + 1n
const MAX = 2n ** 63n - 1n

const accepted: [operation: string, payload: string, body: unknown, answer?: string][] = [
  ['id', '5', 5n],
  ['id', `${BIG}`, BIG],
  ['id', `${MAX}`, MAX],
  ['id', '1.0', 1n, '1'],
  ['id', '9007199254740993e0', BIG, `${BIG}`],
  ['nullable', 'null', null],
  ['nullable', `${BIG}`, BIG],
  ['nullable', '1', 1n],
  [
    'limits',
    `{"positive":1,"small":${BIG},"one":${BIG},"even":${BIG - 1n}}`,
    { positive: 1n, small: BIG, one: BIG, even: BIG - 1n },
  ],
  ['members', `{"a":1,"n":1,"b":{"c":${BIG}}}`, { a: 1n, n: 1, b: { c: BIG } }],
  ['members', `{"a":${BIG},"n":1.5,"other":1}`, { a: BIG, n: 1.5, other: 1 }],
  [
    'members',
    '{"a":1,"n":9007199254740993}',
    { a: 1n, n: 2 ** 53 },
    '{"a":1,"n":9007199254740992}',
  ],
  [
    'members',
    '{"a":1,"other":9007199254740993}',
    { a: 1n, other: 2 ** 53 },
    '{"a":1,"other":9007199254740992}',
  ],
  ['members', '{"a":1,"n":1e300}', { a: 1n, n: 1e300 }, '{"a":1,"n":1e+300}'],
  ['rest', `{"a":${BIG},"b":1}`, { a: BIG, b: 1n }],
  ['rest', '{"n":1,"text":"a","x-n":2,"a":3}', { n: 1, text: 'a', 'x-n': 2, a: 3n }],
  ['rest', '{"n":9007199254740993}', { n: 2 ** 53 }, '{"n":9007199254740992}'],
  [
    'lists',
    `{"items":[1,${BIG},${BIG - 1n}],"fixed":[1,2,${BIG}]}`,
    { items: [1n, BIG, BIG - 1n], fixed: [1, 2n, BIG] },
  ],
  ['choice', `{"kind":"exact","value":${BIG}}`, { kind: 'exact', value: BIG }],
  ['choice', '{"kind":"exact","value":1}', { kind: 'exact', value: 1n }],
  ['choice', '{"kind":"about","value":1}', { kind: 'about', value: 1 }],
  ['choice', '{"kind":"about","value":1.5}', { kind: 'about', value: 1.5 }],
  [
    'choice',
    '{"kind":"about","value":9007199254740993}',
    { kind: 'about', value: 2 ** 53 },
    '{"kind":"about","value":9007199254740992}',
  ],
  [
    'choice',
    '{"kind":"about","value":0.99999999999999999999}',
    { kind: 'about', value: 1 },
    '{"kind":"about","value":1}',
  ],
  ['remainder', `{"contained":["a",1,${BIG},1.5]}`, { contained: ['a', 1n, BIG, 1.5] }],
  ['remainder', `{"tuple":[1,2,"a"]}`, { tuple: [1, 2n, 'a'] }],
  ['remainder', `{"tuple":[1.5,${BIG},${BIG}]}`, { tuple: [1.5, BIG, BIG] }],
  ['remainder', '{"tuple":[1,2,"a",3]}', { tuple: [1, 2, 'a', 3n] }],
  ['remainder', `{"members":{"n":1,"a":${BIG}}}`, { members: { n: 1, a: BIG } }],
  ['remainder', '{"members":{"a":1,"b":2,"sure":3}}', { members: { a: 1, b: 2n, sure: 3n } }],
  ['remainder', '{"members":{"x-a":1}}', { members: { 'x-a': 1n } }],
  ['remainder', '{"members":{"x-a":1,"x-sure":true}}', { members: { 'x-a': 1, 'x-sure': true } }],
  ['remainder', '{"members":{"a":1,"b":2,"all":3}}', { members: { a: 1, b: 2, all: 3 } }],
  ['remainder', `{"tested":{"v":${BIG}}}`, { tested: { v: BIG } }],
  ['remainder', '{"tested":{"v":5}}', { tested: { v: 5 } }],
  ['remainder', `{"nothing":{"a":${BIG},"n":1}}`, { nothing: { a: BIG, n: 1 } }],
  ['open', '{"a":1e400,"b":1}', { a: Infinity, b: 1n }, '{"a":null,"b":1}'],
  [
    'tree',
    `{"id":1,"left":{"id":${BIG},"left":null},"right":{"id":3}}`,
    { id: 1n, left: { id: BIG, left: null }, right: { id: 3n } },
  ],
]

for (const [operation, payload, body, answer = payload] of accepted) {
  t.test(`${operation} takes and gives ${payload}`, async (t) => {
    const response = await send(operation, payload)
    t.equal(response.statusCode, 200, response.body)
    t.strictSame(bodies.pop(), body)
    t.equal(response.body, answer)
  })
}

const failing: [operation: string, payload: string][] = [
  ['id', '9223372036854775808'],
  ['id', '9007199254740992.5'],
  ['id', '1e400'],
  ['id', 'null'],
  ['nullable', '1.5'],
  ['limits', '{"positive":0}'],
  ['limits', '{"small":9007199254740994}'],
  ['limits', '{"one":9007199254740992}'],
  ['limits', '{"even":9007199254740993}'],
  ['members', '{"a":"1"}'],
  ['members', '{"a":1,"n":1e400}'],
  ['rest', '{"a":1.5}'],
  ['lists', '{"items":[9007199254740993,9007199254740993]}'],
  ['lists', '{"fixed":[1,1.5]}'],
  ['choice', '{"kind":"exact","value":1.5}'],
  ['remainder', '{"contained":["a"]}'],
  ['remainder', '{"tuple":[1,true]}'],
  ['remainder', '{"members":{"b":1.5}}'],
  ['remainder', '{"members":{"x-a":true}}'],
  ['tree', '{"id":1,"right":{"id":1e400}}'],
]

for (const [operation, payload] of failing) {
  t.test(`${operation} refuses ${payload}`, async (t) => {
    refused(t, await send(operation, payload), {
      error: errors.contractViolation.error,
      message: /must/,
    })
    t.same(bodies, [])
  })
}

t.test('an integer without a format is refused where a number would round it', async (t) => {
  const text = `
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /numbers:
    post:
      operationId: numbers
      parameters:
        - {name: n, in: query, schema: {type: integer}}
        - {name: list, in: query, schema: {type: array, items: {type: integer}}}
        - {name: any, in: query, schema: {type: number}}
        - {name: long, in: query, schema: {$ref: '#/components/schemas/Integer', format: int64}}
        - {name: json, in: query, content: {application/json: {schema: {properties: {n: {type: integer}, any: {type: number}}}}}}
      requestBody:
        content:
          application/json: {schema: {type: object, properties: {n: {type: integer}, any: {type: number}, list: {items: {anyOf: [{type: integer}, {type: string}]}}, long: {$ref: '#/components/schemas/Integer', format: int64}}}}
          text/plain: {schema: {type: integer}}
      responses: {"204": {description: Done.}}
components: {schemas: {Integer: {type: integer}}}
`
  const given: unknown[] = []
  const numbers = ({ query, body }: { query: object; body: object }) => {
    given.push({ ...query, ...body })
    return { status: 204 }
  }
  const app = await serveContract(t, await contractOf(t, text), { handlers: { numbers } })
  const send = (query: string, payload = '{}', type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: `/numbers?${query}`,
      headers: { 'content-type': type },
      payload,
    })
  const refusals: [query: string, payload: string, reason: string, type?: string][] = [
    ['', `{"n":${BIG}}`, 'body/n must be integer up to 2^53'],
    ['', `{"n":-${BIG}}`, 'body/n must be integer up to 2^53'],
    ['', `{"n":${BIG}.0}`, 'body/n must be integer up to 2^53'],
    ['', '{"n":1e23}', 'body/n must be integer up to 2^53'],
    ['', '{"n":1e400}', 'body/n must be integer'],
    ['', `{"list":[${BIG}]}`, 'body/list/0 must be integer up to 2^53 or string'],
    ['', `${BIG}`, 'body must be integer', 'text/plain'],
    [`n=${BIG}`, '{}', 'query.n must be integer'],
    [`list=${BIG}`, '{}', 'query.list/0 must be integer'],
    [`json={"n":${BIG}}`, '{}', 'query.json/n must be integer up to 2^53'],
  ]
  for (const [query, payload, reason, type] of refusals) {
    const { statusCode, body } = await send(encodeURI(query), payload, type)
    t.equal(statusCode, 400, payload)
    t.match(body, reason)
  }
  const taken: [query: string, payload: string, want: object][] = [
    ['', '{"n":9007199254740992}', { n: 2 ** 53 }],
    ['', '{"n":1e22}', { n: 1e22 }],
    ['', `{"any":${BIG},"other":[{"x":${BIG}}]}`, { any: 2 ** 53, other: [{ x: 2 ** 53 }] }],
    ['', `{"any":${BIG},"text":"\\u00e4"}`, { any: 2 ** 53, text: 'ä' }],
    ['', `{"long":${BIG},"other":${BIG}}`, { long: BIG, other: 2 ** 53 }],
    [`any=${BIG}`, '{}', { any: 2 ** 53 }],
    [`long=${BIG}`, '{}', { long: BIG }],
    [`json={"any":${BIG},"x":${BIG}}`, '{}', { json: { any: 2 ** 53, x: 2 ** 53 } }],
  ]
  for (const [query, payload, want] of taken) {
    const { statusCode, body } = await send(encodeURI(query), payload)
    t.equal(statusCode, 204, body)
    t.strictSame(given.pop(), want)
  }
})

t.test('an int64 below `not` refuses what it says, to the last digit', async (t) => {
  const text = `
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /never:
    post:
      operationId: never
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Never' } } } }
      responses: {"204": {description: Done.}}
components:
  schemas:
    Long: { type: integer, format: int64 }
    Never:
      properties:
        value: { not: { $ref: '#/components/schemas/Long' } }
        member: { not: { required: [n], properties: { n: { $ref: '#/components/schemas/Long' } } } }
        small: { type: integer, format: int64, not: { type: integer, format: int64, minimum: ${BIG} } }
        other: { not: { required: [n], properties: { n: { not: { $ref: '#/components/schemas/Long' } } } } }
`
  const given: unknown[] = []
  const never = ({ body }: { body: unknown }) => {
    given.push(body)
    return { status: 204 }
  }
  const app = await serveContract(t, await contractOf(t, text), { handlers: { never } })
  const table: [payload: string, body?: unknown][] = [
    [`{"value":${MAX}}`],
    [`{"value":${MAX + 1n}}`, { value: 2 ** 63 }],
    [`{"member":{"n":${BIG}}}`],
    [`{"member":{"n":${MAX + 1n}}}`, { member: { n: 2 ** 63 } }],
    [`{"small":${BIG}}`],
    [`{"small":${BIG - 1n}}`, { small: BIG - 1n }],
    [`{"other":{"n":${MAX + 1n}}}`],
    [`{"other":{"n":${BIG}}}`, { other: { n: 2 ** 53 } }],
  ]
  for (const [payload, body] of table) {
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', url: '/never', headers, payload } as const
    t.equal((await app.inject(sent)).statusCode, body === undefined ? 400 : 204, payload)
    t.strictSame(given.pop(), body, payload)
  }
})
