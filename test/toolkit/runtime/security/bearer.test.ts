import { createHash } from 'node:crypto'
import bearerAuth from '@fastify/bearer-auth'
import fastify, { type FastifyReply, type InjectOptions } from 'fastify'
import { type Bearer, bearer, errors, serve } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Bearer, version: '1' }
security: [{ token: [] }]
paths:
  /: { post: { operationId: enter, requestBody: { content: { application/json: { schema: true } } },
    responses: { '200': { description: In., content: { application/json: { schema: true } } } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`
const TOKEN = 'a-Z.09_~+/=='
const contract = await contractOf(t, DOCUMENT)
const handlers = {
  enter: ({ security }: { security: { token: Bearer } }) => ({ status: 200, body: security.token }),
}

const app = await serveContract(t, contract, {
  handlers,
  security: { token: bearer([TOKEN, 'second']) },
})

function fingerprint(token: string): Bearer {
  return { fingerprint: createHash('sha256').update(token).digest('hex').slice(0, 12) }
}

const letIn: [authorization: string, token: string][] = [
  [`Bearer ${TOKEN}`, TOKEN],
  [`bearer ${TOKEN}`, TOKEN],
  [`BEARER ${TOKEN}`, TOKEN],
  [`Bearer   ${TOKEN}`, TOKEN],
  ['Bearer second', 'second'],
]

for (const [authorization, token] of letIn) {
  t.test(`${authorization} is let in`, async (t) => {
    const response = await app.inject({ method: 'POST', url: '/', headers: { authorization } })
    t.equal(response.statusCode, 200, response.body)
    t.same(response.json(), fingerprint(token))
  })
}

/** Light-my-request's type knows no repeated authorization. */
type InjectHeaders = NonNullable<InjectOptions['headers']>

const BARE = 'Bearer realm="api"'
const { missingCredentials, invalidCredentials, ambiguousCredentials } = errors
const INVALID = `${BARE}, error="invalid_token"`
const TWICE = `${BARE}, error="invalid_request"`
type Sent = string | string[] | undefined
const keptOut: [row: { error: number }, challenge: string, ...authorizations: Sent[]][] = [
  [missingCredentials, BARE, undefined, ''],
  [invalidCredentials, BARE, 'Bearer', 'Bearer ', TOKEN, `Basic ${TOKEN}`, `AAAAAA ${TOKEN}`],
  [invalidCredentials, BARE, `Bearer${TOKEN}`, `Bearer\t${TOKEN}`, `Bearer: ${TOKEN}`],
  [invalidCredentials, INVALID, 'Bearer wrong', 'Bearer __proto__', 'Bearer undefined'],
  [invalidCredentials, INVALID, `Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${TOKEN}x`],
  [invalidCredentials, INVALID, `Bearer ${TOKEN.toLowerCase()}`, `Bearer ${TOKEN} ${TOKEN}`],
  [invalidCredentials, INVALID, `Bearer ${TOKEN}, Bearer ${TOKEN}`, `Bearer \xa0${TOKEN}`],
  [
    invalidCredentials,
    INVALID,
    `Bearer ${TOKEN}\xa0`,
    'Bearer \xa0',
    `Bearer ${'x'.repeat(10_000)}`,
  ],
  [ambiguousCredentials, TWICE, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]],
  [ambiguousCredentials, TWICE, ['Bearer wrong', `Bearer ${TOKEN}`]],
]

t.test('a wrong credential is kept out', async (t) => {
  for (const [{ error }, challenge, ...authorizations] of keptOut) {
    for (const authorization of authorizations) {
      const headers = (authorization === undefined ? {} : { authorization }) as InjectHeaders
      const response = await app.inject({ method: 'POST', url: '/', headers })
      const name = String(authorization).slice(0, 40)
      refused(t, response, { error }, name)
      t.equal(response.headers['www-authenticate'], challenge, name)
      t.notMatch(response.body, TOKEN)
    }
  }
})

t.test('a token outside of the header does not count', async (t) => {
  const places = [
    { url: `/?access_token=${TOKEN}` },
    { headers: { cookie: `token=${TOKEN}` } },
    { headers: { 'x-authorization': `Bearer ${TOKEN}` } },
    { headers: { 'proxy-authorization': `Bearer ${TOKEN}` } },
    { payload: { access_token: TOKEN } },
  ]
  for (const place of places) {
    refused(t, await app.inject({ method: 'POST', url: '/', ...place }), missingCredentials)
  }
})

t.test('tokens may be given as digests', async (t) => {
  const hashes = [createHash('sha256').update(TOKEN).digest()]
  const app = await serveContract(t, contract, {
    handlers,
    security: { token: bearer({ hashes }) },
  })
  const send = (token: string) =>
    app.inject({ method: 'POST', url: '/', headers: { authorization: `Bearer ${token}` } })
  t.same((await send(TOKEN)).json(), fingerprint(TOKEN))
  refused(t, await send(hashes[0]?.toString('hex') ?? ''), invalidCredentials)
})

t.test('malformed tokens are refused at the start', async (t) => {
  const digests = [{ hashes: [] }, { hashes: [Buffer.alloc(31)] }]
  for (const each of [[], [''], ['a b'], ['é'], ['a=b'], ['a,b'], ...digests]) {
    const told = { name: 'TypeError', message: /token|digest/ }
    t.throws(() => bearer(each), told, JSON.stringify(each))
  }
})

t.test('one handler serves several contracts, beside a host that uses the plugin', async (t) => {
  const host = fastify()
  t.teardown(() => host.close())
  await host.register(bearerAuth, { addHook: false, keys: ['of the host'] })
  const token = bearer([TOKEN])
  for (const prefix of ['/a', '/b']) {
    await host.register(serve(contract, { handlers, security: { token } }), { prefix })
  }
  for (const prefix of ['/a', '/b']) {
    const send = (value: string) =>
      host.inject({ method: 'POST', url: prefix, headers: { authorization: `Bearer ${value}` } })
    t.equal((await send(TOKEN)).statusCode, 200)
    t.equal((await send('of the host')).statusCode, 401)
  }
})

t.test('several schemes of one contract may be bearer', async (t) => {
  const DOCUMENT_OF_TWO = DOCUMENT.replace(
    '[{ token: [] }]',
    '[{ token: [] }, { other: [] }]',
  ).replace('{ token: {', '{ other: { type: http, scheme: bearer }, token: {')
  const contract = await contractOf(t, DOCUMENT_OF_TWO)
  const enter = ({ security }: { security: object }) => ({ status: 200, body: security })
  const security = { token: bearer([TOKEN]), other: bearer(['second']) }
  const app = await serveContract(t, contract, { handlers: { enter }, security })
  for (const [scheme, token] of [
    ['token', TOKEN],
    ['other', 'second'],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.inject({ method: 'POST', url: '/', headers })
    t.same(response.json(), { [scheme]: fingerprint(token) })
  }
})

t.test('a handler answers by itself with 200 where a token may be left out', async (t) => {
  const open = await contractOf(t, DOCUMENT.replace('[{ token: [] }]', '[{ token: [] }, {}]'))
  const enter = ({ reply }: { reply: FastifyReply }) => void reply.send('in')
  const options = { handlers: { enter }, security: { token: bearer([TOKEN]) } }
  const own = await serveContract(t, open, options)
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    t.match(await own.inject({ method: 'POST', url: '/', headers }), {
      statusCode: 200,
      body: 'in',
    })
  }
})
