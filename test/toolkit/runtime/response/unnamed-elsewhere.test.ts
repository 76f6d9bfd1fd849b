import { type OperationResult, serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import {
  type AnyHandlers,
  contractOf,
  type Serving,
  serveContract,
} from '../../../helpers/serve-document.js'

const SECRET = 'never-in-a-log'
const row = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    deep: {
      type: 'object',
      properties: { a: { type: 'string' } },
    },
  },
}

const event = {
  type: 'object',
  required: ['data'],
  properties: { id: { type: 'string' }, data: row },
}

const media: Record<string, object> = {
  lines: { 'application/jsonl': { itemSchema: row } },
  records: { 'application/json-seq': { itemSchema: row } },
  data: { 'text/event-stream': { schema: row } },
  events: { 'text/event-stream': { itemSchema: event } },
  json: { 'application/json': { schema: row } },
  unique: { 'application/json': { schema: { type: 'array', uniqueItems: true, items: row } } },
  items: { 'application/jsonl': { itemSchema: { ...row, minProperties: 1 } } },
  listed: {
    'application/json': {
      schema: { type: 'object', properties: { a: true }, enum: [{ a: 1, b: 2 }] },
    },
  },
  union: {
    'application/json': {
      schema: {
        anyOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
          { type: 'object', required: ['b'], properties: { b: { type: 'array', items: row } } },
        ],
      },
    },
  },
}

const documentOf = (copies: number) => ({
  openapi: '3.2.0',
  info: { title: 'Elsewhere', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: copies }, (_, copy) =>
      Object.entries(media).map(([name, content]) => [
        `/${name}${copy || ''}`,
        {
          get: {
            operationId: `${name}${copy || ''}`,
            responses: { 200: { description: 'd', content } },
          },
        },
      ]),
    ).flat(),
  ),
})

const small = await contractOf(t, JSON.stringify(documentOf(1)))
const large = await contractOf(t, JSON.stringify(documentOf(7)))

async function serving(
  t: Test,
  name: string,
  body: () => unknown,
  { contract = small, ...options }: Serving & { contract?: typeof small } = {},
) {
  const { logger, lines, faults } = recordLog()
  const handlers: AnyHandlers = { [name]: () => ({ status: 200, body: body() }) as OperationResult }
  const app = await serveContract(t, contract, { handlers, server: { logger }, ...options })
  return {
    app,
    lines,
    told: () => lines.flatMap(({ level, members = [] }) => (level === 40 ? members : [])),
    faults,
  }
}

const full = (id = 2n ** 60n) => ({ id, deep: { a: 'x', b: SECRET }, passwordHash: SECRET })
const TEXT = '{"id":1152921504606846976,"deep":{"a":"x"}}'

const streams: [name: string, items: () => unknown[], sent: string, left: string[]][] = [
  ['lines', () => [full(), full()], `${TEXT}\n${TEXT}\n`, ['body/0/deep/b', 'body/0/passwordHash']],
  ['records', () => [full()], `\x1e${TEXT}\n`, ['body/0/deep/b', 'body/0/passwordHash']],
  ['data', () => [full()], `:\n\ndata: ${TEXT}\n\n`, ['body/0/deep/b', 'body/0/passwordHash']],
  [
    'events',
    () => [{ id: 'i', other: SECRET, data: full() }],
    `:\n\nid: i\ndata: ${TEXT}\n\n`,
    ['body/0/other', 'body/0/data/deep/b', 'body/0/data/passwordHash'],
  ],
]

for (const [name, items, sent, left] of streams) {
  for (const contract of [small, large]) {
    t.test(`${name}: what is named is written, of ${contract.operations.length}`, async (t) => {
      const { app, told, lines } = await serving(t, name, items, { contract })
      for (const _ of [1, 2]) t.equal((await app.inject(`/${name}`)).body, sent)
      t.same(told(), left)
      t.notMatch(JSON.stringify(lines), SECRET)
    })
  }
  t.test(`${name}: all is written where it shall be`, async (t) => {
    if (name === 'events') return
    const { app, told } = await serving(t, name, items, { unnamedMembers: 'send' })
    t.match((await app.inject(`/${name}`)).body, SECRET)
    t.same(told(), [])
  })
}

t.test('a response without its unnamed members has to be valid', async (t) => {
  const two = () => [full(1n), { ...full(1n), passwordHash: 'another' }]
  const first = await serving(t, 'unique', two)
  t.equal((await first.app.inject('/unique')).statusCode, 500)
  t.match(first.faults(), [
    {
      err: {
        message:
          /^unique returned status 200, but without the members that the contract does not name body must NOT have duplicate items/,
      },
    },
  ])
  const logged = await serving(t, 'unique', two, { responses: 'log' })
  t.same((await logged.app.inject('/unique')).json().length, 2)
  t.match(logged.faults(), [{ msg: 'response breaks the contract' }])
  const off = await serving(t, 'unique', two, { responses: 'off' })
  t.equal((await off.app.inject('/unique')).statusCode, 200)
  t.same(off.faults(), [])
  const other = await serving(t, 'unique', () => [full(1n), full(2n)])
  t.equal((await other.app.inject('/unique')).statusCode, 200)
  const items = await serving(t, 'items', () => [{ passwordHash: 'x' }])
  t.equal((await items.app.inject('/items')).statusCode, 500)
  t.match(items.faults(), [{ err: { message: /body\/0 must NOT have fewer than 1/ } }])
  const listed = await serving(t, 'listed', () => ({ a: 1, b: 2 }) as never)
  t.equal((await listed.app.inject('/listed')).statusCode, 500)
})

t.test('an invalid response has the members that any of its schemas names', async (t) => {
  const body = () => ({ a: 1, b: [full(1n), 'x'], c: SECRET })
  for (const responses of ['log', 'off'] as const) {
    const { app, told } = await serving(t, 'union', body, { responses })
    t.same((await app.inject('/union')).json(), { a: 1, b: [{ id: 1, deep: { a: 'x' } }, 'x'] })
    t.same(told(), ['body/b/0/deep/b', 'body/b/0/passwordHash', 'body/c'])
  }
})

t.test('an invalid response is sent unchanged with unnamedMembers: send', async (t) => {
  const body = () => ({ id: 'x', deep: { b: 1n } })
  const { app, told } = await serving(t, 'json', body, { responses: 'log', unnamedMembers: 'send' })
  t.equal((await app.inject('/json')).body, '{"id":"x","deep":{"b":1}}')
  t.same(told(), [])
})

t.test('toJSON is called, and its members are checked', async (t) => {
  class Row {
    readonly #row = full(1n)
    toJSON() {
      return this.#row
    }
  }
  const { app } = await serving(t, 'json', () => new Row(), { responses: 'off' })
  t.equal((await app.inject('/json')).body, '{"id":1,"deep":{"a":"x"}}')
  const union = await serving(t, 'union', () => ({ b: [new Row()] }), { responses: 'off' })
  t.equal((await union.app.inject('/union')).body, '{"b":[{"id":1,"deep":{"a":"x"}}]}')
  const whole = { toJSON: () => ({ b: [full(1n)] }) }
  const all = await serving(t, 'union', () => whole, { responses: 'off' })
  t.equal((await all.app.inject('/union')).body, '{"b":[{"id":1,"deep":{"a":"x"}}]}')
})

t.test('a value of another type is sent unchanged if responses are not checked', async (t) => {
  for (const body of ['text', [1], null, 5n, true]) {
    const { app } = await serving(t, 'json', () => body, { responses: 'off' })
    t.equal((await app.inject('/json')).body, JSON.stringify(typeof body === 'bigint' ? 5 : body))
  }
})

t.test('a limited number of members is logged', async (t) => {
  let n = 0
  const body = () => Object.fromEntries(Array.from({ length: 70 }, () => [`key${n++}`, SECRET]))
  const { app, told } = await serving(t, 'json', body)
  for (let turn = 0; turn < 4; turn++) t.equal((await app.inject('/json')).body, '{}')
  t.equal(told().length, 100)
  const long = await serving(t, 'json', () => ({ ['x'.repeat(1000)]: 1 }))
  await long.app.inject('/json')
  t.match(long.told(), [/^body\/x{1,300}…$/])
})

t.test('the option unnamedMembers takes no other values', async (t) => {
  t.throws(
    () => serve(small, { handlers: {}, security: {}, unnamedMembers: 'drop' as never }),
    new TypeError("Elsewhere: unnamedMembers is 'omit' or 'send'"),
  )
})
