import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import { bearer, errors, type PlantStore, plantStore, StoreError } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { recordLog } from '../helpers/log.js'
import { refused } from '../helpers/refused.js'
import { rowsOf } from '../helpers/rows.js'
import { asks, talkTo } from '../helpers/talk.js'
import { changedStore } from '../store/changed-store.js'

const TOKEN = 'a-token'
const security = { bearerAuth: bearer([TOKEN]) }
const headers = { authorization: `Bearer ${TOKEN}` }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Requests whose bodies have begun to be read. */
let bodiesRead = 0

async function serving(t: Test, store: PlantStore = memory()): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: 10_000, logger: recordLog().logger })
  t.teardown(() => app.close())
  app.addHook('preParsing', async () => void bodiesRead++)
  await app.register(plantStore, { prefix: '/v1', store, security })
  return app
}

function create(app: FastifyInstance, payload: string | object, options: InjectOptions = {}) {
  return app.inject({
    ...{ method: 'POST', url: '/v1/plants', headers: { ...headers, ...JSON_TYPE }, payload },
    ...options,
  })
}

/** What is sent, what is answered, and the id that is stored. */
const KEPT: readonly (readonly [sent: string, answer: string, id?: bigint])[] = [
  ['{"id":1,"name":"fern","tag":"shade"}', '{"name":"fern","tag":"shade"}'],
  ['{"id":1,"name":"fern"}', '{"name":"fern"}'],
  ['{"id":1,"name":"","tag":""}', '{"name":"","tag":""}'],
  ['{"id":9223372036854775807,"name":"a"}', '{"name":"a"}', 2n ** 63n - 1n],
  ['{"id":-9223372036854775808,"name":"a"}', '{"name":"a"}', -(2n ** 63n)],
  ['{"id":9007199254740993,"name":"a"}', '{"name":"a"}', 2n ** 53n + 1n],
  ['{"id":1.0,"name":"a"}', '{"name":"a"}'],
  ['{"id":1e2,"name":"a"}', '{"name":"a"}', 100n],
  ['{"id":1,"name":"a","x":{"y":[]}}', '{"name":"a"}'],
  ['{"tag":"b","name":"a","id":1}', '{"name":"a","tag":"b"}'],
  [
    '{"id":1,"name":"e\\u0301 é 💚 \\u0000 \\" \u2028"}',
    '{"name":"e\u0301 é 💚 \\u0000 \\" \u2028"}',
  ],
]

for (const [sent, answer, id = 1n] of KEPT) {
  t.test(`200 for ${sent.replace(/[^ -~]/g, '')}`, async (t) => {
    const store = memory()
    const app = await serving(t, store)
    for (const attempt of ['first', 'again']) {
      const response = await create(app, sent)
      t.equal(response.statusCode, 200, attempt)
      t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      t.equal(response.body, answer)
    }
    t.match(JSON.parse(JSON.stringify({ ...(await store.get(id)), id: 0 })), JSON.parse(answer))
  })
}

/** What is wrong with a body, by its code, the message behind its colon, if it has one, and bodies. */
const REFUSED = `
  40001 | | {"id":1,"name":"a"
  40001 | | {"id":1,"id":2,"name":"a"}
  40001 | | {"id":1,"name":"\\ud800"}
  40001 | | {"id":1,"name":"a","tag":"\\udf3f\\ud83c"}
  40001 | | {"id":1,"name":"a","\\udc00":1}
  40001 | | {"__proto__":{"id":1,"name":"a"}}
  40002 | body must be object. | null
  40002 | body must have required property 'name'. | {"id":1}
  40002 | body must have required property 'id'. | {"name":"a"}
  40002 | body/id must be int64. | {"id":"1","name":"a"} | {"id":1.5,"name":"a"} | {"id":1e400,"name":"a"} | {"id":null,"name":"a"} | {"id":true,"name":"a"} | {"id":[1],"name":"a"}
  40002 | body/id must be int64. | {"id":9223372036854775808,"name":"a"} | {"id":-9223372036854775809,"name":"a"} | {"id":9007199254740992.5,"name":"a"}
  40002 | body/name must be string. | {"id":1,"name":1}
  40002 | body/tag must be string. | {"id":1,"name":"a","tag":null}
`

t.test('400 for an invalid body, and nothing is stored', async (t) => {
  const store = memory()
  const app = await serving(t, store)
  refused(t, await create(app, ''), errors.missingBody)
  for (const [code, reason = '', ...bodies] of rowsOf(REFUSED)) {
    for (const body of bodies) {
      const response = await create(app, body)
      refused(t, response, { error: Number(code) }, body)
      if (reason !== '') t.ok(response.json().message.endsWith(`: ${reason}`), response.body)
    }
  }
  t.equal(await store.get(1n), undefined)
  t.equal((await create(app, { id: 1, name: 'a' })).statusCode, 200, 'the id is still free')
})

t.test('409 for another plant with the same id, and the first one stays', async (t) => {
  const store = memory()
  const app = await serving(t, store)
  const first = { id: 1n, name: 'fern', tag: 'shade' }
  await store.create(first)
  for (const other of [{ name: 'moss' }, { name: 'fern' }, { name: 'fern', tag: '' }])
    refused(t, await create(app, { id: 1, ...other }), errors.idTaken)
  t.same(await store.get(1n), first)
})

t.test('401 before anything else: not even the body is read', async (t) => {
  bodiesRead = 0
  const ask = asks(t, talkTo(await serving(t)))
  const bodies = ['{"id":1,"name":"a"}', '{', '{}', 'a', 'x'.repeat(20_000), '']
  for (const [credential, error] of [
    ['', 40100],
    ['authorization: Basic x', 40101],
    ['authorization: Bearer wrong', 40101],
  ]) {
    const refusal = `401 (…www-authenticate: Bearer realm="api"…) {"error":${error},…`
    for (const type of ['application/json', 'text/plain'])
      for (const body of bodies)
        await ask(`POST /v1/plants (content-type: ${type}; ${credential}) ${body} -> ${refusal}`)
  }
  t.equal(bodiesRead, 0)
})

function failing(error: Error): PlantStore {
  return changedStore(memory(), { create: async () => Promise.reject(error) })
}

const failures: [error: Error, row: { error: number }][] = [
  [new StoreError('FAILED', 'secret'), errors.internal],
  [new StoreError('INVALID', 'secret'), errors.internal],
  [new StoreError('BUSY', 'secret'), errors.unavailable],
  [new StoreError('CLOSED', 'secret'), errors.unavailable],
  [new StoreError('UNAVAILABLE', 'secret'), errors.unavailable],
  [new StoreError('UNSUPPORTED', 'secret'), errors.notImplemented],
  [new TypeError('secret'), errors.internal],
]

t.test('a store that fails is a fault of the server', async (t) => {
  for (const [error, row] of failures) {
    const response = await create(await serving(t, failing(error)), { id: 1, name: 'a' })
    refused(t, response, row)
    t.equal(response.headers['retry-after'], row === errors.unavailable ? '1' : undefined)
    t.notMatch(response.body, 'secret')
  }
})

t.test('the store gets the plant alone, and the signal of the client', async (t) => {
  const calls: unknown[][] = []
  const store = changedStore(memory(), {
    async create(...call) {
      calls.push(call)
      return 'created'
    },
  })
  await create(await serving(t, store), { id: 1, name: 'a', other: 1 })
  t.match(calls, [[{ id: 1n, name: 'a' }, { signal: AbortSignal }]])
  t.same(Object.keys(calls[0]?.[0] as object), ['id', 'name', 'tag'])
})

t.test('options that are missing stop the start', async (t) => {
  const store = memory()
  const wrong = [{}, { security }, { store: {}, security }, { store }, { store, security: {} }]
  for (const options of wrong) {
    const app = fastify()
    t.teardown(() => app.close())
    await t.rejects(Promise.resolve(app.register(plantStore, options as never)), {
      name: 'TypeError',
      message: /store|security/,
    })
  }
})
