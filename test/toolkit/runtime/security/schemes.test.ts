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
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { contentOf, documentOf } from '../keeping.js'

const securitySchemes = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  nowhere: { type: 'apiKey' },
  basic: { type: 'http', scheme: 'Basic' },
  oauth: { type: 'oauth2', flows: {} },
}

const names = Object.keys(securitySchemes)
const operations = names.map((name) => {
  return [`get ${name}`, { security: [{ [name]: [] }], responses: { 200: contentOf(true) } }]
})
const document = documentOf(Object.fromEntries(operations), { components: { securitySchemes } })
const contract = await contractOf(t, document)
const handlers = Object.fromEntries(
  names.map((name) => [
    name,
    ({ security }: { security: Record<string, unknown> }) => ({
      status: 200,
      body: security[name],
    }),
  ]),
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
  header: key,
  query: key,
  cookie: key,
  nowhere: anybody,
  basic: basic(verifyUser),
  oauth: bearer(verifyToken),
}

const app = await serveContract(t, contract, { handlers, security })

const owner = (text: string) => ({ fingerprint: text === 'one' ? '7692c3ad3540' : '3fc4ccfe7458' })
const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const letIn: [url: string, headers: Record<string, string>, principal: unknown][] = [
  ['/header', { 'x-key': 'one' }, owner('one')],
  ['/header', { 'X-KEY': 'two' }, owner('two')],
  ['/query?api%20key=one', {}, owner('one')],
  ['/query?a=b&api+key=two&c', {}, owner('two')],
  ['/cookie', { cookie: 'sid=one' }, owner('one')],
  ['/cookie', { cookie: 'a=b; sid="two" ;c' }, owner('two')],
  ['/cookie', { cookie: 'sid=%74w%6F' }, owner('two')],
  ['/query?%ff=1&api%20key=%6Fne#x', {}, owner('one')],
  ['/nowhere', {}, 'anybody'],
  ['/basic', { authorization: base64('Ä b:pa:ss') }, { user: 'Ä b' }],
  ['/basic', { authorization: base64('empty:').replace('Basic', 'bAsIc ') }, { user: 'empty' }],
  ['/oauth', { authorization: 'Bearer good' }, { token: 'good', scheme: 'oauth2' }],
]

for (const [url, headers, principal] of letIn) {
  t.test(`${url} ${JSON.stringify(headers)} is let in`, async (t) => {
    const response = await app.inject({ url, headers })
    t.equal(response.statusCode, 200, response.body)
    t.same(response.json(), principal)
  })
}

const { missingCredentials: missing, invalidCredentials: invalid, ambiguousCredentials } = errors
const BEARER = 'Bearer realm="api"'
const BASIC = 'Basic realm="api", charset="UTF-8"'
const keyIn = (place: string, name: string) => `ApiKey realm="api", in="${place}", name="${name}"`
const keptOut: [
  url: string,
  headers: Record<string, string | string[]>,
  row: { error: number },
  challenge?: string,
][] = [
  ['/header', {}, missing, keyIn('header', 'X-Key')],
  ['/header', { 'x-key': '' }, missing, keyIn('header', 'X-Key')],
  ['/header', { 'x-key': 'three' }, invalid, keyIn('header', 'X-Key')],
  ['/header', { 'x-key': ['one', 'one'] }, ambiguousCredentials, keyIn('header', 'X-Key')],
  ['/header?X-Key=one', { cookie: 'X-Key=one' }, missing, keyIn('header', 'X-Key')],
  ['/query', { 'api key': 'one' }, missing, keyIn('query', 'api key')],
  ['/query?api%20key', {}, missing, keyIn('query', 'api key')],
  ['/query?api%20key=one&api+key=one', {}, ambiguousCredentials, keyIn('query', 'api key')],
  ['/query?x=?api%20key=one', {}, missing, keyIn('query', 'api key')],
  ['/query?api%20key=%ff', {}, invalid, keyIn('query', 'api key')],
  [`/query?${'a&'.repeat(10_001)}api+key=one`, {}, invalid, keyIn('query', 'api key')],
  ['/cookie', {}, missing, keyIn('cookie', 'sid')],
  ['/cookie', { cookie: 'sid=%ff' }, invalid, keyIn('cookie', 'sid')],
  ['/cookie', { cookie: 'sid="two' }, invalid, keyIn('cookie', 'sid')],
  ['/cookie', { cookie: 'xsid=one; sid' }, missing, keyIn('cookie', 'sid')],
  ['/cookie', { cookie: 'sid=one; sid=two' }, ambiguousCredentials, keyIn('cookie', 'sid')],
  ['/basic', {}, missing, BASIC],
  ['/basic', { authorization: 'Basic' }, invalid, BASIC],
  ['/basic', { authorization: 'Basic !' }, invalid, BASIC],
  ['/basic', { authorization: base64('nocolon') }, invalid, BASIC],
  ['/basic', { authorization: 'Bearer good' }, invalid, BASIC],
  ['/basic', { authorization: base64('expired:x') }, invalid, BASIC],
  ['/basic', { authorization: base64('Ä b:pa:s') }, invalid, BASIC],
  ['/basic', { authorization: base64('__proto__:x') }, invalid, BASIC],
  ['/basic', { authorization: [base64('a:b'), base64('a:b')] }, ambiguousCredentials, BASIC],
  ['/basic', { authorization: base64('broken:x') }, errors.internal],
  ['/oauth', {}, missing, BEARER],
  ['/oauth', { authorization: 'Bearer bad' }, invalid, `${BEARER}, error="invalid_token"`],
  ['/oauth', { authorization: 'Bearer expired' }, invalid, `${BEARER}, error="invalid_token"`],
  ['/oauth', { authorization: 'Basic eDp5' }, invalid, BEARER],
  ['/oauth', { authorization: 'Bearer broken' }, errors.internal],
  ['/oauth', { authorization: 'Bearer late' }, errors.unavailable],
]

for (const [url, headers, row, challenge] of keptOut) {
  t.test(`${url} ${JSON.stringify(headers)} is kept out`, async (t) => {
    const response = await app.inject({ url, headers: headers as Record<string, string> })
    refused(t, response, { error: row.error })
    t.equal(response.headers['www-authenticate'], challenge)
    t.notMatch(response.body, /down|three|pa:s/)
  })
}

t.test('a verifier gets the request and the scheme', async (t) => {
  asked.length = 0
  await app.inject({ url: '/basic?x', headers: { authorization: base64('empty:') } })
  t.match(asked, [{ scheme: { name: 'basic', type: 'http', scheme: 'basic' }, scopes: [] }])
  t.equal(asked[0]?.request.url, '/basic?x')
})

t.test('malformed secrets are refused at the start', async (t) => {
  t.throws(() => apiKey([]), { name: 'TypeError', message: 'there must be at least one key' })
  t.throws(() => apiKey(['']), { name: 'TypeError', message: 'this is no key' })
  for (const none of ['a', undefined, {}] as never[]) {
    t.throws(() => bearer(none), { name: 'TypeError', message: /^give a list of secrets, each/ })
  }
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
