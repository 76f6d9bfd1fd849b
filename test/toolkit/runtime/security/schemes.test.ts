import {
  apiKey,
  basic,
  bearer,
  errors,
  HttpRefusal,
  isSameSecret,
  type SecurityHandler,
  serve,
  type UserPassword,
  VerificationFailure,
  type VerifyContext,
} from 'fastify-contract'
import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractIn } from '../keeping.js'

const SCHEMES = `
  header: { type: apiKey, in: header, name: X-Key }
  query: { type: apiKey, in: query, name: api key }
  cookie: { type: apiKey, in: cookie, name: sid }
  nowhere: { type: apiKey }
  basic: { type: http, scheme: Basic }
  oauth: { type: oauth2, flows: {} }`
const names = [...SCHEMES.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
const operations = names.map(
  (name) => `GET /${name}: { operationId: ${name}, security: [{ ${name}: [] }], 200: {} }\n`,
)
const contract = await contractIn(`${operations.join('')}components:\n securitySchemes:${SCHEMES}`)
type Request = { readonly security: Record<string, unknown> }
const handlers = Object.fromEntries(
  names.map((name) => [name, ({ security }: Request) => ({ status: 200, body: security[name] })]),
)

const asked: VerifyContext[] = []
const users = new Map([
  ['Ä b', 'pa:ss'],
  ['empty', ''],
])

const verifyUser = ({ user, password }: UserPassword, context: VerifyContext) => {
  asked.push(context)
  if (user === 'broken') throw new VerificationFailure('the directory is down')
  if (user === 'expired') throw new Error('down by one')
  const secret = users.get(user)
  return secret !== undefined && isSameSecret(password, secret) ? { user } : undefined
}

const verifyToken = async (token: string, { scheme }: VerifyContext) => {
  if (token === 'broken') throw new VerificationFailure('the issuer is down')
  if (token === 'expired') throw new Error('down by one')
  if (token === 'late') throw new HttpRefusal(errors.unavailable)
  return token === 'good' ? { token, scheme: scheme.type } : undefined
}

const key = apiKey(['one', 'two'])
const anybody: SecurityHandler = { authenticate: () => 'anybody' }
const security = {
  ...{ header: key, query: key, cookie: key, nowhere: anybody, basic: basic(verifyUser) },
  oauth: bearer(verifyToken),
}

const app = await serveContract(t, contract, { handlers, security })

const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const [ONE, TWO] = ['{"fingerprint":"7692c3ad3540"}', '{"fingerprint":"3fc4ccfe7458"}']

t.test('a credential lets in where its scheme has it', (t) =>
  checkTalk(t, app).lines(`
  GET /header (x-key: one) || GET /query?api%20key=one || GET /query?%ff=1&api%20key=%6Fne#x || GET /cookie (cookie: sid=one) -> 200 ${ONE}
  GET /header (X-KEY: two) || GET /query?a=b&api+key=two&c || GET /cookie (cookie: a=b; sid="two" ;c) || GET /cookie (cookie: sid=%74w%6F) -> 200 ${TWO}
  GET /nowhere -> 200 "anybody"
  GET /basic (authorization: ${base64('Ä b:pa:ss')}) -> 200 {"user":"Ä b"}
  GET /basic (authorization: ${base64('empty:').replace('Basic', 'bAsIc ')}) -> 200 {"user":"empty"}
  GET /oauth (authorization: Bearer good) -> 200 {"token":"good","scheme":"oauth2"}
`),
)

const challenge = (text: string) => `(www-authenticate: ${text})`
const HEADER = challenge('ApiKey realm="api", in="header", name="X-Key"')
const QUERY = challenge('ApiKey realm="api", in="query", name="api key"')
const COOKIE = challenge('ApiKey realm="api", in="cookie", name="sid"')
const BASIC = challenge('Basic realm="api", charset="UTF-8"')
const BEARER = challenge('Bearer realm="api"')
const TOKEN = challenge('Bearer realm="api", error="invalid_token"')
const basicOf = (...texts: string[]) =>
  texts.map((text) => `GET /basic (authorization: ${base64(text)})`).join(' || ')

t.test('a credential that is missing, wrong or given twice is kept out', (t) =>
  checkTalk(t, app).lines(`
  GET /header || GET /header (x-key: ) || GET /header?X-Key=one (cookie: X-Key=one) -> 40100 ${HEADER}
  GET /header (x-key: three) -> 40101 ${HEADER}
  GET /header (x-key: one; x-key: one) -> 40004 ${HEADER}
  GET /query (api key: one) || GET /query?api%20key || GET /query?x=?api%20key=one -> 40100 ${QUERY}
  GET /query?api%20key=one&api+key=one -> 40004 ${QUERY}
  GET /query?api%20key=%ff -> 40101 ${QUERY}
  GET /cookie || GET /cookie (cookie: xsid=one; sid) -> 40100 ${COOKIE}
  GET /cookie (cookie: sid=%ff) || GET /cookie (cookie: sid="two) -> 40101 ${COOKIE}
  GET /cookie (cookie: sid=one; sid=two) -> 40004 ${COOKIE}
  GET /basic -> 40100 ${BASIC}
  GET /basic (authorization: Basic) || GET /basic (authorization: Basic !) || GET /basic (authorization: Bearer good) -> 40101 ${BASIC}
  ${basicOf('nocolon', 'expired:x', 'Ä b:pa:s', '__proto__:x')} -> 40101 ${BASIC}
  GET /basic (authorization: ${base64('a:b')}; authorization: ${base64('a:b')}) -> 40004 ${BASIC}
  ${basicOf('broken:x')} || GET /oauth (authorization: Bearer broken) -> 50000 (www-authenticate: -)
  GET /oauth -> 40100 ${BEARER}
  GET /oauth (authorization: Bearer bad) -> 40101 ${TOKEN}
  GET /oauth (authorization: Bearer expired) -> 40101 ${TOKEN}
  GET /oauth (authorization: Basic eDp5) -> 40101 ${BEARER}
  GET /oauth (authorization: Bearer late) -> 50300 (www-authenticate: -)
`),
)

t.test('a verifier gets the request and the scheme', async (t) => {
  asked.length = 0
  await app.inject({ url: '/basic?x', headers: { authorization: base64('empty:') } })
  t.match(asked, [{ scheme: { name: 'basic', type: 'http', scheme: 'basic' }, scopes: [] }])
  t.equal(asked[0]?.request.url, '/basic?x')
})

t.test('malformed secrets are refused at the start', async (t) => {
  t.throws(() => apiKey([]), { name: 'TypeError', message: 'there must be at least one key' })
  t.throws(() => apiKey(['']), { name: 'TypeError', message: 'this is no key' })
  for (const none of ['a', undefined, {}] as never[])
    t.throws(() => bearer(none), { name: 'TypeError', message: /^give a list of secrets, each/ })
  t.throws(() => bearer([undefined as never]), { message: /^this is no bearer token/ })
  t.throws(() => bearer(['a b']), { name: 'TypeError', message: /^this is no bearer token/ })
  const wrong = { handlers, security: { ...security, nowhere: key } }
  const started = serveContract(t, contract, wrong)
  await t.rejects(
    started.then((app) => app.ready()),
    { message: /apiKey\(\) cannot serve nowhere/ },
  )
  t.type(serve(contract, wrong), 'function')
})
