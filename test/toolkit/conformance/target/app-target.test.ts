import Fastify from 'fastify'
import { conform } from 'fastify-contract/conformance'
import t from 'tap'
import { isResponse, type Outcome } from '#toolkit/conformance/exchange/response.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { LONG } from '../helpers/serving.js'

const told = (outcome: Outcome) =>
  isResponse(outcome) ? `${outcome.status} ${outcome.body}` : outcome.failure

const bytes = Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

t.test('an app is injected into, and listens for bytes', async (t) => {
  const app = Fastify()
  app.get('/a', async ({ headers }) => headers['x-a'] ?? 'none')
  app.get('/silent', () => {})
  t.teardown(() => app.close())
  const target = new AppTarget(app)
  const headers = [
    ['X-A', 'b'],
    ['x-a', 'c'],
  ] as const
  t.equal(told(await target.send({ method: 'GET', target: '/a', headers }, LONG)), '200 b, c')
  const silent = { method: 'GET', target: '/silent', headers: [] }
  t.equal(told(await target.send(silent, 20)), 'time')
  t.equal(told(await target.send({ ...silent, method: 'NONE' }, LONG)), 'closed')
  t.equal(told(await target.sendRaw({ bytes }, LONG)), '200 none')
  await target.close()
  const again = new AppTarget(app, '/')
  t.equal(told(await again.sendRaw({ bytes }, LONG)), '200 none', 'it listens already')
  await again.close()
  await new AppTarget(app).close()
})

t.test('an app that cannot listen', async (t) => {
  const app = {
    ready: async () => {},
    inject: () => Promise.reject(new Error('no')),
    listen: () => Promise.reject(new Error('no port')),
    close: async () => {},
  }
  const target = new AppTarget(app)
  t.same(await target.sendRaw({ bytes }, LONG), { failure: 'refused', detail: 'no port' })
  const elsewhere = new AppTarget({ ...app, listen: async () => 'http://127.0.0.1:1' })
  t.equal(told(await elsewhere.sendRaw({ bytes }, LONG)), 'refused')
  await target.close()
})

t.test('a run without a document or a target says what it needs', async (t) => {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} }
  const wrong: [options: object, message: RegExp][] = [
    [{ target: Fastify() }, /^document: name the file of one/],
    [{ document, target: {} }, /^target: name the base URL of a server/],
  ]
  for (const [options, message] of wrong)
    await t.rejects(conform(options as never), { name: 'TypeError', message })
})
