import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import t from 'tap'
import { observe } from '#toolkit/conformance/index.js'
import { TimeBudget } from '#toolkit/conformance/observed/time-budget.js'
import { documentOf } from '../helpers/documents.js'

const DOCUMENT = documentOf('GET /plants listPlants | {200: {type: array}, 204: null}')

t.test('deviations of a running app are counted by operation and rule', async (t) => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } })
  const deviations = observe(app, { document: DOCUMENT, prefix: '/v1/', share: 1 })
  const answers: [status: number, body: unknown][] = [
    [200, '[]'],
    [200, '{}'],
    [200, Buffer.from('{}')],
    [200, Readable.from(['{}'])],
    [200, `"${'x'.repeat(2 ** 20)}"`],
    [204, undefined],
    [304, undefined],
    [206, '['],
    [418, '{}'],
  ]
  app.get('/v1/plants', async (_request, reply) => {
    const [status, body] = answers.shift() as [number, unknown]
    return reply.code(status).type('application/json').send(body)
  })
  app.get('/plants', async () => ({}))
  while (answers.length > 0) await app.inject('/v1/plants?limit=1')
  await app.inject('/plants')
  await app.inject('/v1/trees')
  t.equal(deviations.judged(), 5, 'no stream, no large body, no cache, no range, no other path')
  const responses = '#/paths/~1plants/get/responses'
  const schema = `${responses}/200/content/application~1json/schema`
  t.same(deviations(), [
    { operation: 'GET /plants', check: 'body-valid', pointer: schema, count: 2 },
    { operation: 'GET /plants', check: 'status-documented', pointer: responses, count: 1 },
  ])
  t.same(
    lines.map((line) => JSON.parse(line)).map(({ check, count, msg }) => [check, count, msg]),
    ['body-valid', 'status-documented'].map((check) => [
      ...[check, 1, 'A response deviates from its contract.'],
    ]),
    'the first of each kind is in the log',
  )
  await app.close()
})

t.test('without a prefix the contract is at the root, or at the path of its servers', async (t) => {
  const app = Fastify()
  const document = { ...DOCUMENT, servers: [{ url: 'https://a.example/v1' }] }
  const deviations = observe(app, { document, share: 1 })
  const paths = ['/plants', '/v1/plants', '/v2/plants']
  for (const path of paths) app.get(path, async () => [])
  for (const path of paths) await app.inject(path)
  t.equal(deviations.judged(), 2)
  await app.close()
})

t.test('a share of 0 judges nothing; kinds of deviations are bounded', async (t) => {
  const app = Fastify()
  const none = observe(app, { document: DOCUMENT, share: 0 })
  app.get('/plants', async (_request, reply) => reply.code(418).send())
  await app.inject('/plants')
  t.same([none(), none.judged()], [[], 0])
  await app.close()

  const paths = Object.fromEntries(
    Array.from({ length: 1_002 }, (_, n) => [
      `/p${n}`,
      { get: { operationId: `get${n}`, responses: { 200: { description: 'd' } } } },
    ]),
  )
  const many = Fastify()
  const deviations = observe(many, { document: { ...DOCUMENT, paths }, share: 1 })
  many.get('*', async (_request, reply) => reply.code(418).send())
  for (let n = 0; n < 1_002; n++) await many.inject(`/p${n}`)
  t.equal(deviations().length, 1_000)
  await many.close()
})

t.test('a response that cannot be judged is sent all the same', async (t) => {
  const app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.getHeaders = () => {
      throw new Error('no headers')
    }
  })
  const deviations = observe(app, { document: DOCUMENT, share: 1 })
  app.get('/plants', async () => 'no list')
  t.match(await app.inject('/plants'), { statusCode: 200, body: 'no list' })
  t.same(deviations(), [])
  await app.close()
})

t.test('the judge has a share of the working time, and is left out beyond it', async (t) => {
  let [now, idle] = [1_000, 0]
  t.intercept(performance, 'now', { value: () => now })
  t.intercept(performance, 'eventLoopUtilization', { value: () => ({ active: now - idle }) })
  const budget = new TimeBudget()
  t.equal(budget.isLeft, true)
  budget.spend(() => (now += 900))
  t.equal(budget.isLeft, true, 'at the start there is a second')
  budget.spend(() => (now += 120))
  t.equal(budget.isLeft, false)
  t.throws(() =>
    budget.spend(() => {
      throw new Error('it cannot be judged')
    }),
  )
  now += 10_000
  idle += 10_000
  t.equal(budget.isLeft, false, 'waiting earns nothing')
  now += 800
  t.equal(budget.isLeft, false)
  now += 150
  t.equal(budget.isLeft, true, '19 ms are a fiftieth of 950')
  now += 1e6
  t.equal(budget.isLeft, true)
  budget.spend(() => (now += 5))
  t.equal(budget.isLeft, false, 'little is saved up')
})
