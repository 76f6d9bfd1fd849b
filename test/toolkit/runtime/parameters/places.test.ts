import t from 'tap'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

type Seen = Record<'params' | 'query' | 'headers', unknown>

const seen: Seen[] = []
const see = (request: object) => {
  seen.push(request as Seen)
  return { status: 200, body: null }
}

const names = ['inPath', 'listInPath', 'inQuery', 'defaults', 'required', 'inHeaders']
const handlers = Object.fromEntries(names.map((name) => [name, see]))
const contract = await contractOf(t, await fixture('parameters.yaml'))
const app = await serveContract(t, contract, { handlers })

const MAX = 2n ** 63n - 1n
const member = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const queries: [query: string, seen: object][] = [
  ['', {}],
  ['text=a+b%26c', { text: 'a b&c' }],
  ['number=1e-400', { number: 0 }],
  ['int32=-2147483648', { int32: -2147483648 }],
  [`int64=${MAX}`, { int64: MAX }],
  ['flags=true,false', { flags: [true, false] }],
  ['other=1&Text=b&text=a', { text: 'a' }],
  ['constructor=a', member('constructor', 'a')],
  ['toString=a&hasOwnProperty=1', {}],
]

t.test('a query reaches the handler as an ordinary object of what is sent', async (t) => {
  for (const [query, expected] of queries) {
    const response = await app.inject(`/query?${query}`)
    t.equal(response.statusCode, 200, `${query} ${response.body}`)
    const found = seen.pop()?.query as object
    t.strictSame(found, expected, query)
    t.same(Object.keys(found), Object.keys(expected), query)
    t.equal(Object.getPrototypeOf(found), Object.prototype, query)
  }
})

t.test('a request has only the members that its operation documents', async (t) => {
  await app.inject('/path/1/a?q=1')
  const always = ['abortState', 'log', 'fastify', 'reply', 'signal']
  t.same(Object.keys(seen.pop() as object), [...always, 'params'])
})

t.test('defaults replace missing parameters', async (t) => {
  await app.inject('/defaults')
  const first = seen.pop() as unknown as { query: { ids: bigint[] }; headers: object }
  const defaults = { limit: 20, after: 7n, before: MAX, ids: [1n, 2n], flag: false, text: '' }
  t.strictSame(first.query, defaults)
  t.strictSame(first.headers, { 'x-mode': 'fast' })

  first.query.ids.push(3n)
  await app.inject('/defaults')
  t.strictSame(seen.pop()?.query, defaults, 'what a handler does to them stays in its request')

  const given = { limit: 1, after: 2n, before: 3n, ids: [4n], flag: true, text: 'a' }
  const query = 'limit=1&after=2&before=3&ids=4&flag=true&text=a'
  await app.inject({ url: `/defaults?${query}`, headers: { 'x-mode': 'slow' } })
  t.match(seen.pop(), { query: given, headers: { 'x-mode': 'slow' } })
})

t.test('hooks of the host see every header as a string', async (t) => {
  const host = await serveContract(t, contract, { handlers })
  host.addHook('preHandler', async (request) => {
    t.match(request.headers, { 'x-other': 'whole', 'x-id': '1' })
    t.equal(request.headers, request.raw.headers, 'the headers of the message itself')
  })
  await host.inject({ url: '/headers', headers: { 'x-other': 'whole', 'x-id': '1' } })
  t.strictSame(seen.pop()?.headers, { 'x-id': 1n })
})
