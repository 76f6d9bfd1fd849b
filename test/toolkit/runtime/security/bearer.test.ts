import { createHash } from 'node:crypto'
import bearerAuth from '@fastify/bearer-auth'
import fastify, { type FastifyReply } from 'fastify'
import { type Bearer, bearer, serve } from 'fastify-contract'
import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractIn } from '../keeping.js'

const DOCUMENT = `
POST /: { operationId: enter, requestBody: { content: { application/json: { schema: true } } }, 200: true }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer }, other: { type: http, scheme: bearer } } }`
const TOKEN = 'a-Z.09_~+/=='
const contract = await contractIn(DOCUMENT)
const handlers = {
  enter: ({ security }: { security: { token: Bearer } }) => ({ status: 200, body: security.token }),
}

const app = await serveContract(t, contract, {
  handlers,
  security: { token: bearer([TOKEN, 'second']) },
})

const printOf = (token: string) =>
  JSON.stringify({ fingerprint: createHash('sha256').update(token).digest('hex').slice(0, 12) })

/** Requests with these credentials. */
const entering = (...all: string[]) =>
  all.map((text) => `POST / (authorization: ${text})`).join(' || ')

t.test('a known token is let in, however its scheme is written', (t) => {
  const known = entering(
    `Bearer ${TOKEN}`,
    `bearer ${TOKEN}`,
    `BEARER ${TOKEN}`,
    `Bearer   ${TOKEN}`,
  )
  return checkTalk(t, app).lines(`
  ${known} -> 200 ${printOf(TOKEN)}
  ${entering('Bearer second')} -> 200 ${printOf('second')}
`)
})

const BARE = 'www-authenticate: Bearer realm="api"'
const NONE = entering('Bearer', 'Bearer ', TOKEN, `Basic ${TOKEN}`, `AAAAAA ${TOKEN}`)
const WRONG = entering('Bearer wrong', 'Bearer __proto__', 'Bearer undefined')
const NEARLY = entering(
  ...[`Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.toLowerCase()}`],
  ...[`Bearer ${TOKEN} ${TOKEN}`, `Bearer ${TOKEN}, Bearer ${TOKEN}`, `Bearer \xa0${TOKEN}`],
  ...[`Bearer ${TOKEN}\xa0`, 'Bearer \xa0', `Bearer ${'x'.repeat(10_000)}`],
)

t.test('a wrong credential is kept out', (t) =>
  checkTalk(t, app).lines(`
  POST / || ${entering('')} -> 40100 (${BARE})
  ${NONE} || ${entering(`Bearer${TOKEN}`, `Bearer\t${TOKEN}`, `Bearer: ${TOKEN}`)} -> 40101 (${BARE})
  ${WRONG} || ${NEARLY} -> 40101 (${BARE}, error="invalid_token")
  ${entering(`Bearer ${TOKEN}; authorization: Bearer ${TOKEN}`)} -> 40004 (${BARE}, error="invalid_request")
  ${entering(`Bearer wrong; authorization: Bearer ${TOKEN}`)} -> 40004 (${BARE}, error="invalid_request")
`),
)

t.test('a token outside of the header does not count', async (t) => {
  await checkTalk(t, app).lines(`
  POST /?access_token=${TOKEN} || POST / (cookie: token=${TOKEN}) || POST / {"access_token":"${TOKEN}"} -> 40100
  POST / (x-authorization: Bearer ${TOKEN}) || POST / (proxy-authorization: Bearer ${TOKEN}) -> 40100
`)
})

t.test('tokens may be given as digests', async (t) => {
  const hashes = [createHash('sha256').update(TOKEN).digest()]
  const app = await serveContract(t, contract, {
    handlers,
    security: { token: bearer({ hashes }) },
  })
  await checkTalk(t, app).lines(`
  ${entering(`Bearer ${TOKEN}`)} -> 200 ${printOf(TOKEN)}
  ${entering(`Bearer ${hashes[0]?.toString('hex')}`)} -> 40101`)
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
  for (const prefix of ['/a', '/b'])
    await host.register(serve(contract, { handlers, security: { token } }), { prefix })
  for (const prefix of ['/a', '/b']) {
    await checkTalk(t, host).lines(`
  POST ${prefix} (authorization: Bearer ${TOKEN}) -> 200
  POST ${prefix} (authorization: Bearer of the host) -> 40101`)
  }
})

t.test('several schemes of one contract may be bearer', async (t) => {
  const contract = await contractIn(DOCUMENT.replace('token: []', 'token: [] }, { other: []'))
  const enter = ({ security }: { security: object }) => ({ status: 200, body: security })
  const security = { token: bearer([TOKEN]), other: bearer(['second']) }
  const app = await serveContract(t, contract, { handlers: { enter }, security })
  await checkTalk(t, app).lines(`
  ${entering(`Bearer ${TOKEN}`)} -> 200 {"token":${printOf(TOKEN)}}
  ${entering('Bearer second')} -> 200 {"other":${printOf('second')}}`)
})

t.test('a handler answers by itself with 200 where a token may be left out', async (t) => {
  const open = await contractIn(DOCUMENT.replace('[{ token: [] }]', '[{ token: [] }, {}]'))
  const enter = ({ reply }: { reply: FastifyReply }) => void reply.send('in')
  const options = { handlers: { enter }, security: { token: bearer([TOKEN]) } }
  const own = await serveContract(t, open, options)
  await checkTalk(t, own).lines(`POST / || ${entering('Bearer wrong')} -> 200 in`)
})
