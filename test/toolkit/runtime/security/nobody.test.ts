import { bearer, errors, limitFailures, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf } from '../../../helpers/serve-document.js'
import { documentOf, keeping } from '../keeping.js'

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

const operations = NAMES.map((name) => [`get ${name}`, { security: [{ [name]: [] }] }])
const contract = await contractOf(
  t,
  documentOf(Object.fromEntries(operations), { components: { securitySchemes: SCHEMES } }),
)

/** An app all of whose security handlers return this. */
async function appWith(handler: SecurityHandler) {
  const security = Object.fromEntries(NAMES.map((name) => [name, handler]))
  return (await keeping(t, contract, { security })).app
}

const CHALLENGES: Readonly<Record<string, string | undefined>> = {
  token: 'Bearer realm="api"',
  user: 'Basic realm="api", charset="UTF-8"',
  grant: 'Bearer realm="api"',
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
      const { certificateRequired, invalidCredentials } = errors
      refused(t, response, name === 'certificate' ? certificateRequired : invalidCredentials)
      t.equal(response.headers['www-authenticate'], CHALLENGES[name], name)
    }
  })

  t.test(`a token that a security handler answers by ${nobody} is invalid`, async (t) => {
    const app = await appWith({ authenticate: () => nobody })
    const response = await app.inject({ url: '/token', headers: { authorization: 'Bearer a' } })
    t.match(response.headers['www-authenticate'], 'error="invalid_token"')
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
