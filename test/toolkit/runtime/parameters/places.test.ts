import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

type Seen = Record<'params' | 'query' | 'headers', unknown>
type Headers = Record<string, string | string[]>

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
const MIN = -(2n ** 63n)
const member = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const paths: [url: string, params: object][] = [
  ['/path/1/a', { id: 1n, name: 'a' }],
  [`/path/${MAX}/a`, { id: MAX, name: 'a' }],
  [`/path/${MIN}/a`, { id: MIN, name: 'a' }],
  ['/path/9007199254740993/a', { id: 2n ** 53n + 1n, name: 'a' }],
  ['/path/1.0/1', { id: 1n, name: '1' }],
  ['/path/1e2/true', { id: 100n, name: 'true' }],
  ['/path/-0/a%2Fb%20c%C3%A9', { id: 0n, name: 'a/b cé' }],
  ['/list/1,2', { ids: [1n, 2n] }],
  ['/list/9007199254740993', { ids: [2n ** 53n + 1n] }],
]

const queries: [query: string, seen: object][] = [
  ['', {}],
  ['text=', { text: '' }],
  ['text=1', { text: '1' }],
  ['text=a+b%26c', { text: 'a b&c' }],
  ['number=1.5', { number: 1.5 }],
  ['number=-1e-3', { number: -0.001 }],
  ['number=1e-400', { number: 0 }],
  ['integer=5', { integer: 5 }],
  ['integer=5.0', { integer: 5 }],
  ['int32=-2147483648', { int32: -2147483648 }],
  [`int64=${MAX}`, { int64: MAX }],
  ['int64=9007199254740993', { int64: 2n ** 53n + 1n }],
  ['int64=1', { int64: 1n }],
  ['flag=true', { flag: true }],
  ['flag=false', { flag: false }],
  ['kind=b', { kind: 'b' }],
  ['tags=a', { tags: ['a'] }],
  ['tags=a&tags=b', { tags: ['a', 'b'] }],
  ['tags=a,b', { tags: ['a,b'] }],
  ['ids=1&ids=9007199254740993', { ids: [1n, 2n ** 53n + 1n] }],
  ['flags=true,false', { flags: [true, false] }],
  ['flags=true&flags=false', { flags: [true, false] }],
  ['other=1&text=a', { text: 'a' }],
  ['Text=a', {}],
  ['constructor=a', member('constructor', 'a')],
  ['toString=a&hasOwnProperty=1', {}],
]

const headers: [given: Headers, seen: object][] = [
  [{}, {}],
  [{ 'x-id': '9007199254740993' }, { 'x-id': 2n ** 53n + 1n }],
  [{ 'X-FLAG': 'true', 'x-other': '1' }, { 'x-flag': true }],
  [{ 'x-text': 'a, b' }, { 'x-text': 'a, b' }],
  [{ 'x-ids': '1,2' }, { 'x-ids': [1n, 2n] }],
  [{ 'x-ids': '1 ,\t2, ,3' }, { 'x-ids': [1n, 2n, 3n] }],
  [{ 'x-ids': ['1', '2'] }, { 'x-ids': [1n, 2n] }],
  [{ 'x-ids': '' }, { 'x-ids': [] }],
  [{ authorization: 'x' }, {}],
]

type Row = [place: keyof Seen, url: string, expected: object, headers?: Headers]

t.test('parameters reach the handler as the document says', async (t) => {
  const rows: Row[] = [
    ...paths.map(([url, expected]): Row => ['params', url, expected]),
    ...queries.map(([query, expected]): Row => ['query', `/query?${query}`, expected]),
    ...headers.map(([given, expected]): Row => ['headers', '/headers', expected, given]),
  ]
  for (const [place, url, expected, given = {}] of rows) {
    const response = await app.inject({ url, headers: given })
    const name = `${url} ${JSON.stringify(given)}`
    t.equal(response.statusCode, 200, `${name} ${response.body}`)
    const found = seen.pop()?.[place] as object
    t.strictSame(found, expected, name)
    t.same(Object.keys(found), Object.keys(expected), name)
    t.equal(Object.getPrototypeOf(found), Object.prototype, name)
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

const failing: [url: string, message: RegExp, headers?: Headers][] = [
  ['/path/a/a', /: path.id must be int64\.$/],
  ['/path/1.5/a', /: path.id must be int64\.$/],
  ['/path/9223372036854775808/a', /: path.id must be int64\.$/],
  ['/path/-9223372036854775809/a', /: path.id must be int64\.$/],
  ['/path/1e400/a', /: path.id must be int64\.$/],
  ['/path/0x1/a', /: path.id must be int64\.$/],
  ['/path/%201/a', /: path.id must be int64\.$/],
  ['/path/01/a', /: path.id must be int64\.$/],
  ['/list/1,', /: path\.ids\/1 must be int64\.$/],
  ['/list/1,%202', /: path\.ids\/1 must be int64\.$/],
  ['/query?text=a&text=b', /: query\.text must be given once: it is one value, and no list\.$/],
  ['/query?number=', /: query\.number must be number\.$/],
  ['/query?number=1e400', /: query\.number must be number\.$/],
  ['/query?number=NaN', /: query\.number must be number\.$/],
  ['/query?integer=6', /: query\.integer must be <= 5\.$/],
  ['/query?integer=1.5', /: query\.integer must be integer\.$/],
  [
    '/query?integer=1&integer=2',
    /: query\.integer must be given once: it is one value, and no list\.$/,
  ],
  ['/query?int32=2147483648', /: query\.int32 must be <= 2147483647\.$/],
  ['/query?int64=9007199254740992.5', /: query\.int64 must be int64\.$/],
  ['/query?int64=1&int64=2', /: query\.int64 must be given once: it is one value, and no list\.$/],
  ['/query?flag=TRUE', /: query\.flag must be boolean\.$/],
  ['/query?flag=1', /: query\.flag must be boolean\.$/],
  ['/query?flag', /: query\.flag must be boolean\.$/],
  ['/query?kind=c', /: query\.kind must be equal to one of the allowed values: "a", "b"\.$/],
  ['/query?ids=1&ids=x', /: query\.ids\/1 must be int64\.$/],
  ['/query?ids=1&ids=2&ids=3', /: query\.ids must NOT have more than 2 items\.$/],
  ['/query?flags=true,', /: query\.flags\/1 must be boolean\.$/],
  ['/required', /: query\.q is required\.$/, { 'x-token': 'ab' }],
  ['/required?q=1', /: header\.x-token is required\.$/],
  [
    '/required?q=1',
    /: header\.x-token must NOT have fewer than 2 characters\.$/,
    { 'x-token': 'a' },
  ],
  ['/headers', /: header\.x-id must be int64\.$/, { 'x-id': '1,2' }],
  ['/headers', /: header\.x-ids\/1 must be int64\.$/, { 'x-ids': '1,b' }],
]

for (const [url, message, given = {}] of failing) {
  t.test(`${url} ${JSON.stringify(given)} is refused`, async (t) => {
    const response = await app.inject({ url, headers: given })
    refused(t, response, { error: errors.contractViolation.error, message })
    t.same(seen, [], 'the handler is not called')
  })
}

t.test('hooks of the host see every header as a string', async (t) => {
  const host = await serveContract(t, contract, { handlers })
  host.addHook('preHandler', async (request) => {
    t.match(request.headers, { 'x-other': 'whole', 'x-id': '1' })
    t.equal(request.headers, request.raw.headers, 'the headers of the message itself')
  })
  await host.inject({ url: '/headers', headers: { 'x-other': 'whole', 'x-id': '1' } })
  t.strictSame(seen.pop()?.headers, { 'x-id': 1n })
})
