import { apiKey, bearer, errors, mutualTls, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const operation = (name: string, security: object[]) => ({
  [`/${name}`]: {
    get: { operationId: name, security, responses: { 204: { description: 'In.' } } },
  },
})

const paths = {
  ...operation('oauth', [{ oauth: ['read', 'write'] }]),
  ...operation('openId', [{ openId: ['read', 'write'] }]),
  ...operation('bearer', [{ bearer: ['read', 'write'] }]),
  ...operation('key', [{ key: ['read', 'write'] }]),
  ...operation('either', [{ oauth: ['read', 'write'] }, { oauth: ['admin'] }]),
}

const securitySchemes = {
  oauth: { type: 'oauth2', flows: {} },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
}

const document = { openapi: '3.1.0', info: { title: 'S', version: '1' }, paths }
const contract = await contractOf(
  t,
  JSON.stringify({ ...document, components: { securitySchemes } }),
)

/** Lets everybody in, as this principal. */
let principal: unknown
const anybody: SecurityHandler = { authenticate: () => principal }
const in204 = () => ({ status: 204 })
const app = await serveContract(t, contract, {
  handlers: Object.fromEntries(Object.keys(paths).map((path) => [path.slice(1), in204])),
  security: { oauth: anybody, openId: anybody, bearer: anybody, key: anybody },
})

const CHALLENGE = 'Bearer realm="api", error="insufficient_scope", scope="read write"'

t.test('a principal with all scopes is accepted', async (t) => {
  const granted: unknown[] = [
    { scopes: ['read', 'write'] },
    { scopes: ['write', 'other', 'read'] },
    { scopes: new Set(['read', 'write']) },
    { scope: 'write read' },
    { scopes: ['read', 'write'], scope: 'nothing' },
  ]
  for (principal of granted) {
    for (const url of Object.keys(paths)) {
      t.equal((await app.inject(url)).statusCode, 204, `${url} ${JSON.stringify(principal)}`)
    }
  }
})

t.test(
  'a principal without one is refused, with the required scopes if the scheme can name them',
  async (t) => {
    const granted: unknown[] = [
      { scopes: ['read'] },
      { scopes: [] },
      { scopes: 'read write' },
      { scope: 'readwrite' },
      { scope: ['read', 'write'] },
      {},
      'read write',
    ]
    for (principal of granted) {
      for (const url of Object.keys(paths)) {
        const response = await app.inject(url)
        refused(t, response, errors.insufficientScope)
        const challenge = url === '/key' ? undefined : CHALLENGE
        t.equal(response.headers['www-authenticate'], challenge, url)
      }
    }
  },
)

t.test('another requirement may need fewer scopes', async (t) => {
  principal = { scopes: ['admin'] }
  t.equal((await app.inject('/either')).statusCode, 204)
})

t.test('fixed tokens have the scopes of their options', async (t) => {
  const tokens = { key: anybody, openId: anybody, oauth: bearer(['a'], { scopes: ['admin'] }) }
  const app = await serveContract(t, contract, {
    handlers: { oauth: in204, either: in204 },
    security: { ...tokens, bearer: bearer(['a']) },
  })
  const headers = { authorization: 'Bearer a' }
  t.equal((await app.inject({ url: '/either', headers })).statusCode, 204)
  refused(t, await app.inject({ url: '/oauth', headers }), errors.insufficientScope)
  refused(t, await app.inject({ url: '/bearer', headers }), errors.insufficientScope)
})

t.test('a missing scope is reported rather than a missing or wrong credential', async (t) => {
  const names = ['certificate', 'key', 'custom', 'jwt']
  const schemes = {
    oauth: securitySchemes.oauth,
    certificate: { type: 'mutualTLS' },
    key: securitySchemes.key,
    custom: { type: 'http', scheme: 'hoba' },
    jwt: securitySchemes.bearer,
  }
  const both = names.flatMap((name) => [
    [`first_${name}`, [{ [name]: [] }, { oauth: ['write'] }]] as const,
    [`last_${name}`, [{ oauth: ['write'] }, { [name]: [] }]] as const,
  ])
  const all = [...names.map((name) => ({ [name]: [] })), { oauth: ['write'] }]
  const operations = [...both, ['all', all] as const]
  const paths = Object.assign({}, ...operations.map(([name, list]) => operation(name, [...list])))
  const contract = await contractOf(
    t,
    JSON.stringify({ ...document, paths, components: { securitySchemes: schemes } }),
  )
  const app = await serveContract(t, contract, {
    handlers: Object.fromEntries(operations.map(([name]) => [name, in204])),
    security: {
      oauth: bearer((token) => (token === 'valid' ? { scopes: ['read'] } : undefined)),
      certificate: mutualTls(() => true),
      key: apiKey(['a-key-that-nobody-sends']),
      custom: { authenticate: () => undefined },
      jwt: bearer(['another-token-altogether']),
    },
  })
  const send = (url: string, token?: string) =>
    app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  for (const [name] of operations) {
    const response = await send(`/${name}`, 'valid')
    refused(t, response, errors.insufficientScope)
    t.match(response.headers['www-authenticate'], 'error="insufficient_scope", scope="write"', name)
    refused(t, await send(`/${name}`, 'wrong'), errors.invalidCredentials)
    const nothing = await send(`/${name}`)
    t.equal(nothing.statusCode, 401, 'who has sent nothing is asked for something')
    t.match(nothing.headers['www-authenticate'], 'Bearer realm="api"')
  }
})
