import { bearer, errors, limitFailures, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  user: { type: 'http', scheme: 'basic' },
  grant: { type: 'oauth2', flows: {} },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  certificate: { type: 'mutualTLS' },
  custom: { type: 'http', scheme: 'custom' },
}

/** One is declared nowhere. */
const NAMES = [...Object.keys(SCHEMES), 'unknown']

const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Nobody', version: '1' },
    paths: Object.fromEntries(
      NAMES.map((name) => [
        `/${name}`,
        { get: { operationId: name, security: [{ [name]: [] }], responses: { 204: {} } } },
      ]),
    ),
    components: { securitySchemes: SCHEMES },
  }),
)

const handlers = Object.fromEntries(NAMES.map((name) => [name, async () => ({ status: 204 })]))

/** An app all of whose security handlers return this. */
function appWith(handler: SecurityHandler) {
  const security = Object.fromEntries(NAMES.map((name) => [name, handler]))
  return serveContract(t, contract, { handlers, security })
}

const CHALLENGES: Readonly<Record<string, string | undefined>> = {
  token: 'Bearer realm="api", error="invalid_token"',
  user: 'Basic realm="api", charset="UTF-8"',
  grant: 'Bearer realm="api", error="invalid_token"',
  key: 'ApiKey realm="api", in="header", name="X-Key"',
  certificate: undefined,
  custom: 'custom realm="api"',
  unknown: 'unknown realm="api"',
}

for (const nobody of [undefined, null, false] as const) {
  t.test(`a security handler that returns ${nobody} refuses`, async (t) => {
    const app = await appWith({ authenticate: () => nobody })
    for (const name of NAMES) {
      const response = await app.inject(`/${name}`)
      refused(
        t,
        response,
        name === 'certificate' ? errors.certificateRequired : errors.invalidCredentials,
      )
      t.equal(response.headers['www-authenticate'], CHALLENGES[name], name)
    }
  })

  t.test(`what verifies a credential and returns ${nobody} refuses`, async (t) => {
    const app = await appWith(bearer(async () => nobody))
    const response = await app.inject({ url: '/token', headers: { authorization: 'Bearer a' } })
    refused(t, response, errors.invalidCredentials)
  })
}

for (const somebody of [true, '', 0, {}]) {
  t.test(`a security handler that returns ${JSON.stringify(somebody)} lets in`, async (t) => {
    const app = await appWith({ authenticate: async () => somebody })
    t.equal((await app.inject('/token')).statusCode, 204)
  })
}

t.test('a refusal by a falsy value counts as a failure', async (t) => {
  const app = await appWith(limitFailures({ authenticate: () => false }, { failures: 1 }))
  refused(t, await app.inject('/user'), errors.invalidCredentials)
  refused(t, await app.inject('/user'), errors.tooManyRequests)
})
