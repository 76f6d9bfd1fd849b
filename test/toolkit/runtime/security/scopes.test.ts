import { apiKey, bearer, mutualTls, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { checkTalk, send } from '../../../helpers/talk.js'
import { contractIn, keeping } from '../keeping.js'

const OAUTH = '{ type: oauth2, flows: {} }'
const BEARER = '{ type: http, scheme: bearer }'
const KEY = '{ type: apiKey, in: header, name: x-key }'
const contract = await contractIn(`
GET /oauth: { security: [{ oauth: [read, write] }] }
GET /openId: { security: [{ openId: [read, write] }] }
GET /bearer: { security: [{ bearer: [read, write] }] }
GET /either: { security: [{ oauth: [read, write] }, { oauth: [admin] }] }
GET /key: { security: [{ key: [read, write] }] }
components: { securitySchemes: { oauth: ${OAUTH}, openId: { type: openIdConnect, openIdConnectUrl: https://example.com }, bearer: ${BEARER}, key: ${KEY} } }`)
const TOKENS = 'GET /oauth || GET /openId || GET /bearer || GET /either'

/** Lets everybody in, as this principal. */
let principal: unknown
const anybody: SecurityHandler = { authenticate: () => principal }
const security = { oauth: anybody, openId: anybody, bearer: anybody, key: anybody }
const { app } = await keeping(t, contract, { security })

const CHALLENGE =
  'www-authenticate: Bearer realm="api", error="insufficient_scope", scope="read write"'

t.test('a principal with all scopes is accepted', async (t) => {
  const granted: unknown[] = [
    { scopes: ['read', 'write'] },
    { scopes: ['write', 'other', 'read'] },
    { scopes: new Set(['read', 'write']) },
    { scope: 'write read' },
    { scopes: ['read', 'write'], scope: 'nothing' },
  ]
  for (principal of granted) await checkTalk(t, app).lines(`${TOKENS} || GET /key -> 204`)
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
    await checkTalk(t, app).lines(
      `${TOKENS} -> 40301 (${CHALLENGE})\nGET /key -> 40301 (www-authenticate: -)`,
    )
  }
})

t.test('fixed tokens have the scopes of their options', async (t) => {
  const tokens = { key: anybody, openId: anybody, oauth: bearer(['a'], { scopes: ['admin'] }) }
  const { app } = await keeping(t, contract, { security: { ...tokens, bearer: bearer(['a']) } })
  await checkTalk(t, app).lines(`
  GET /either (authorization: Bearer a) -> 204
  GET /oauth (authorization: Bearer a) || GET /bearer (authorization: Bearer a) -> 40301
`)
})

t.test('a missing scope is reported rather than a missing or wrong credential', async (t) => {
  const names = ['certificate', 'key', 'custom', 'jwt']
  const all = `{ ${names.join(': [] }, { ')}: [] }, { oauth: [write] }`
  const operations = names.flatMap((name) => [
    `GET /first_${name}: { security: [{ ${name}: [] }, { oauth: [write] }] }`,
    `GET /last_${name}: { security: [{ oauth: [write] }, { ${name}: [] }] }`,
  ])
  const document = `
${operations.join('\n')}
GET /all: { security: [${all}] }
components: { securitySchemes: { oauth: ${OAUTH}, certificate: { type: mutualTLS }, key: ${KEY}, custom: { type: http, scheme: hoba }, jwt: ${BEARER} } }`
  const several = await contractIn(document)
  const { app } = await keeping(t, several, {
    security: {
      oauth: bearer((token) => (token === 'valid' ? { scopes: ['read'] } : undefined)),
      certificate: mutualTls(() => true),
      key: apiKey(['a-key-that-nobody-sends']),
      custom: { authenticate: () => undefined },
      jwt: bearer(['another-token-altogether']),
    },
  })
  for (const { url } of several.operations) {
    const { headers } = await send(app, `GET ${url} (authorization: Bearer valid)`)
    t.match(headers['www-authenticate'], 'error="insufficient_scope", scope="write"', url)
    await checkTalk(t, app).lines(`
  GET ${url} (authorization: Bearer valid) -> 40301
  GET ${url} (authorization: Bearer wrong) -> 40101`)
    const nothing = await app.inject(url)
    t.equal(nothing.statusCode, 401, 'who has sent nothing is asked for something')
    t.match(nothing.headers['www-authenticate'], 'Bearer realm="api"')
  }
})
