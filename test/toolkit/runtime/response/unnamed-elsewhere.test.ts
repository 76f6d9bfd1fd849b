import type { OperationResult } from 'fastify-contract'
import t, { type Test } from 'tap'
import { rowsOf } from '../../../helpers/rows.js'
import { type AnyHandlers, type Serving, serveLogged } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'

const SECRET = 'never-in-a-log'
const ROW =
  'type: object, properties: {id: {type: integer, format: int64}, deep: {type: object, properties: {a: {type: string}}}}'

const MEDIA = rowsOf(`
  lines | application/jsonl: {itemSchema: $Row}
  records | application/json-seq: {itemSchema: $Row}
  data | text/event-stream: {schema: $Row}
  events | text/event-stream: {itemSchema: {type: object, required: [data], properties: {id: {type: string}, data: $Row}}}
  json | application/json: {schema: $Row}
  unique | application/json: {schema: {type: array, uniqueItems: true, items: $Row}}
  items | application/jsonl: {itemSchema: {${ROW}, minProperties: 1}}
  listed | application/json: {schema: {type: object, properties: {a: true}, enum: [{a: 1, b: 2}]}}
  union | application/json: {schema: {anyOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: array, items: $Row}}}]}}
`)

/** The operations, and as many again under other names as a contract has that is loaded in parts. */
function copied(copies: number) {
  const operations = Array.from({ length: copies }, (_, copy) =>
    MEDIA.map(([name, content]) => {
      const known = `${name}${copy || ''}`
      return `GET /${known}: {operationId: ${known}, responses: {200: {description: d, content: {${content}}}}}\n`
    }),
  )
  return contractIn(`openapi: 3.2.0\n${operations.flat().join('')}Row: {${ROW}}`)
}

const small = await copied(1)
const large = await copied(7)

async function serving(
  t: Test,
  name: string,
  body: () => unknown,
  { contract = small, ...options }: Serving & { contract?: typeof small } = {},
) {
  const handlers: AnyHandlers = { [name]: () => ({ status: 200, body: body() }) as OperationResult }
  const { app, lines, faults } = await serveLogged(t, contract, { handlers, ...options })
  return {
    app,
    lines,
    told: () => lines.flatMap(({ level, members = [] }) => (level === 40 ? members : [])),
    faults,
  }
}

const full = (id = 2n ** 60n) => ({ id, deep: { a: 'x', b: SECRET }, passwordHash: SECRET })
const TEXT = '{"id":1152921504606846976,"deep":{"a":"x"}}'

const UNNAMED = ['body/0/deep/b', 'body/0/passwordHash']
const streams: [name: string, items: () => unknown[], sent: string, left: string[]][] = [
  ['lines', () => [full(), full()], `${TEXT}\n${TEXT}\n`, UNNAMED],
  ['records', () => [full()], `\x1e${TEXT}\n`, UNNAMED],
  ['data', () => [full()], `:\n\ndata: ${TEXT}\n\n`, UNNAMED],
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
  const asked = async (name: string, body: () => unknown, options: Serving = {}) => {
    const { app, faults } = await serving(t, name, body, options)
    const { statusCode } = await app.inject(`/${name}`)
    return { status: statusCode, faults: faults() }
  }
  const two = () => [full(1n), { ...full(1n), passwordHash: 'another' }]
  const reason =
    /^unique returned status 200, but without the members that the contract does not name body must NOT have duplicate items/
  t.match(await asked('unique', two), { status: 500, faults: [{ err: { message: reason } }] })
  t.match(await asked('unique', two, { responses: 'log' }), {
    status: 200,
    faults: [{ msg: 'response breaks the contract' }],
  })
  t.same(await asked('unique', two, { responses: 'off' }), { status: 200, faults: [] })
  t.match(await asked('unique', () => [full(1n), full(2n)]), { status: 200 })
  t.match(await asked('items', () => [{ passwordHash: 'x' }]), {
    status: 500,
    faults: [{ err: { message: /body\/0 must NOT have fewer than 1/ } }],
  })
  t.match(await asked('listed', () => ({ a: 1, b: 2 })), { status: 500 })
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
  for (const [name, body, text] of [
    ['json', new Row(), '{"id":1,"deep":{"a":"x"}}'],
    ['union', { b: [new Row()] }, '{"b":[{"id":1,"deep":{"a":"x"}}]}'],
    ['union', { toJSON: () => ({ b: [full(1n)] }) }, '{"b":[{"id":1,"deep":{"a":"x"}}]}'],
  ] as const) {
    const { app } = await serving(t, name, () => body, { responses: 'off' })
    t.equal((await app.inject(`/${name}`)).body, text)
  }
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
