import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import { serveErrors } from 'fastify-contract'
import { conform, createJudge, formatReport } from 'fastify-contract/conformance'
import t from 'tap'
import { bearer, type PlantStore, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { ROOT } from '../helpers/tsc.js'
import { changedStore } from '../store/changed-store.js'

const TOKEN = 'conformance-token'
const document = JSON.parse(await readFile(path.join(ROOT, 'generated/openapi.json'), 'utf8'))
const operation = document.paths['/plants'].post
const examples: { value: object }[] = Object.values(
  operation.requestBody.content['application/json'].examples,
)

const request = (payload: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: '/plants',
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  payload,
})

const failing = changedStore(memory(), {
  create: async () => {
    throw new Error('the disk is full: /var/data/plants.db')
  },
})

/** One request for each documented response. */
const cases: [name: string, status: number, request: InjectOptions, store?: PlantStore][] = [
  ...examples.map(
    ({ value }, index) =>
      [`example ${index}`, 200, request(JSON.stringify(value))] as [string, number, InjectOptions],
  ),
  ['created', 200, request('{"id":900,"name":"fern"}')],
  ['created again', 200, request('{"id":900,"name":"fern"}')],
  ['the id is taken', 409, request('{"id":900,"name":"moss"}')],
  ['no JSON', 400, request('{"id":')],
  ['no body', 400, request('')],
  ['not the schema', 400, request('{"id":"1","name":"fern"}')],
  ['no token', 401, request('{"id":901,"name":"fern"}', { authorization: '' })],
  ['another token', 401, request('{"id":901,"name":"fern"}', { authorization: 'Bearer x' })],
  ['media type', 415, request('id=1', { 'content-type': 'text/plain' })],
  ['too large', 413, request(JSON.stringify({ id: 902, name: 'x'.repeat(2000) }))],
  ['the store fails', 500, request('{"id":903,"name":"fern"}'), failing],
]

t.test('every response of createPlant is documented', async (t) => {
  const judge = createJudge(document)
  const store = memory()
  const seen = new Set<number>()
  for (const [name, status, options, other] of cases) {
    const app = Fastify({ bodyLimit: 1024 })
    serveErrors(app)
    await app.register(plantStore, {
      store: other ?? store,
      security: { bearerAuth: bearer([TOKEN]) },
    })
    const { statusCode, headers, rawPayload } = await app.inject(options)
    const exchange = {
      method: 'POST',
      path: '/plants',
      status: statusCode,
      headers,
      body: rawPayload,
    }
    t.equal(statusCode, status, name)
    t.same(judge.judge(exchange), [], `${name}: ${rawPayload}`)
    t.notMatch(String(rawPayload), /disk|\/var/, 'nothing of the inside is told')
    seen.add(statusCode)
    await app.close()
  }
  const documented = Object.keys(operation.responses).filter((key) => key !== 'default')
  t.same(
    documented.filter((status) => !seen.has(Number(status))),
    [],
    'every documented status was seen',
  )
})

t.test('the plugin keeps its contract in an app of a host', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  serveErrors(app)
  const security = { bearerAuth: bearer([TOKEN]) }
  await app.register(plantStore, { prefix: '/garden', store: memory(), security })
  const report = await conform({ document, target: app, prefix: '/garden', token: TOKEN })
  t.ok(report.isClean, formatReport(report))
})
