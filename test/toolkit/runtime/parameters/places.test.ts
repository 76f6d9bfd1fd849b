import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractAt, keeping } from '../keeping.js'

const contract = await contractAt('parameters.yaml')
const answer = () => ({ status: 200, body: null })
const { app, kept } = await keeping(t, contract, { answer })
const MAX = 2n ** 63n - 1n

t.test('a request has only the members that its operation documents', async (t) => {
  let members: string[] = []
  const inPath = (request: object) => {
    members = Object.keys(request)
    return answer()
  }
  const app = await serveContract(t, contract, { handlers: { inPath } })
  await app.inject('/path/1/a?q=1')
  t.same(members, ['abortState', 'log', 'fastify', 'reply', 'signal', 'params'])
})

t.test('defaults replace missing parameters', async (t) => {
  await app.inject('/defaults')
  const first = kept.pop() as unknown as { query: { ids: bigint[] }; headers: object }
  const defaults = { limit: 20, after: 7n, before: MAX, ids: [1n, 2n], flag: false, text: '' }
  t.strictSame(first.query, defaults)
  t.strictSame(first.headers, { 'x-mode': 'fast' })

  first.query.ids.push(3n)
  await app.inject('/defaults')
  t.strictSame(kept.pop()?.query, defaults, 'what a handler does to them stays in its request')

  const given = { limit: 1, after: 2n, before: 3n, ids: [4n], flag: true, text: 'a' }
  const query = 'limit=1&after=2&before=3&ids=4&flag=true&text=a'
  await app.inject({ url: `/defaults?${query}`, headers: { 'x-mode': 'slow' } })
  t.match(kept.pop(), { query: given, headers: { 'x-mode': 'slow' } })
})

t.test('hooks of the host see every header as a string', async (t) => {
  const host = await keeping(t, contract, { answer })
  host.app.addHook('preHandler', async (request) => {
    t.match(request.headers, { 'x-other': 'whole', 'x-id': '1' })
    t.equal(request.headers, request.raw.headers, 'the headers of the message itself')
  })
  const line = 'GET /headers (x-other: whole; x-id: 1) -> 200 of {x-id: 1n}'
  await host.talk(t, { part: 'headers' }).lines(line)
})
