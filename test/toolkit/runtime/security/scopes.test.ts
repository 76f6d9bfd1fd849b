import { apiKey, bearer, errors, mutualTls, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf } from '../../../helpers/serve-document.js'
import { documentOf, keeping } from '../keeping.js'

const READ = ['read', 'write']
const securitySchemes = {
  oauth: { type: 'oauth2', flows: {} },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
}
const paths = ['/oauth', '/openId', '/bearer', '/key', '/either']
const contract = await contractOf(
  t,
  documentOf(
    {
      'get oauth': { security: [{ oauth: READ }] },
      'get openId': { security: [{ openId: READ }] },
      'get bearer': { security: [{ bearer: READ }] },
      'get key': { security: [{ key: READ }] },
      'get either': { security: [{ oauth: READ }, { oauth: ['admin'] }] },
    },
    { components: { securitySchemes } },
  ),
)

/** Lets everybody in, as this principal. */
let principal: unknown
const anybody: SecurityHandler = { authenticate: () => principal }
const security = { oauth: anybody, openId: anybody, bearer: anybody, key: anybody }
const { app } = await keeping(t, contract, { security })

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
    for (const url of paths) {
      t.equal((await app.inject(url)).statusCode, 204, `${url} ${JSON.stringify(principal)}`)
    }
  }
})

t.test('a principal without one is refused, with scopes that the scheme names', async (t) => {
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
    for (const url of paths) {
      const response = await app.inject(url)
      refused(t, response, errors.insufficientScope)
      const challenge = url === '/key' ? undefined : CHALLENGE
      t.equal(response.headers['www-authenticate'], challenge, url)
    }
  }
})

t.test('another requirement may need fewer scopes', async (t) => {
  principal = { scopes: ['admin'] }
  t.equal((await app.inject('/either')).statusCode, 204)
})

t.test('fixed tokens have the scopes of their options', async (t) => {
  const tokens = { key: anybody, openId: anybody, oauth: bearer(['a'], { scopes: ['admin'] }) }
  const { app } = await keeping(t, contract, { security: { ...tokens, bearer: bearer(['a']) } })
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
  const all = [...names.map((name) => ({ [name]: [] })), { oauth: ['write'] }]
  const operations = names.flatMap((name) => [
    [`first_${name}`, [{ [name]: [] }, { oauth: ['write'] }]] as const,
    [`last_${name}`, [{ oauth: ['write'] }, { [name]: [] }]] as const,
  ])
  const named = [...operations, ['all', all] as const]
  const document = documentOf(
    Object.fromEntries(named.map(([name, security]) => [`get ${name}`, { security }])),
    { components: { securitySchemes: schemes } },
  )
  const { app } = await keeping(t, document, {
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
  for (const [name] of named) {
    const response = await send(`/${name}`, 'valid')
    refused(t, response, errors.insufficientScope)
    t.match(response.headers['www-authenticate'], 'error="insufficient_scope", scope="write"', name)
    refused(t, await send(`/${name}`, 'wrong'), errors.invalidCredentials)
    const nothing = await send(`/${name}`)
    t.equal(nothing.statusCode, 401, 'who has sent nothing is asked for something')
    t.match(nothing.headers['www-authenticate'], 'Bearer realm="api"')
  }
})
