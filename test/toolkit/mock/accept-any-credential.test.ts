import type { Contract } from 'fastify-contract'
import t from 'tap'
import { acceptAnyCredential } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const flow = { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: 'r' } } }
const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: flow },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
  digest: { type: 'http', scheme: 'digest' },
}

const scopes: Readonly<Record<string, string[]>> = { oauth: ['read'], openId: ['any'] }

const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      Object.keys(schemes).map((name) => [
        `/${name}`,
        {
          get: {
            operationId: name,
            security: [{ [name]: scopes[name] ?? [] }],
            responses: { 204: { description: 'd' } },
          },
        },
      ]),
    ),
    components: { securitySchemes: schemes },
  }),
)

const handlers = Object.fromEntries(
  Object.keys(schemes).map((name) => [name, () => ({ status: 204 })]),
)

t.test('any credential is accepted; a request without one is refused', async (t) => {
  const security = acceptAnyCredential(contract as Contract)
  t.same(Object.keys(security).sort(), Object.keys(schemes).sort())
  const app = await serveContract(t, contract, { handlers, security })
  const token = { authorization: 'Bearer whatever' }
  const table: [name: string, headers: Record<string, string>][] = [
    ['key', { 'x-key': 'whatever' }],
    ['basic', { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }],
    ['bearer', token],
    ['oauth', token],
    ['openId', token],
  ]
  for (const [name, headers] of table) {
    t.equal((await app.inject(`/${name}`)).statusCode, 401, `${name}: nothing`)
    t.equal((await app.inject({ url: `/${name}`, headers })).statusCode, 204, name)
  }
  t.equal((await app.inject('/digest')).statusCode, 204, 'of what is not known none is asked for')
})
