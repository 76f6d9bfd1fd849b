import { bearer, limitFailures, type SecurityHandler } from 'fastify-contract'
import t from 'tap'
import { checkTalk } from '../../../helpers/talk.js'
import { contractIn, keeping } from '../keeping.js'

/** One that is declared nowhere is used, too. */
const SCHEMES = `
  token: { type: http, scheme: bearer }
  user: { type: http, scheme: basic }
  grant: { type: oauth2, flows: {} }
  key: { type: apiKey, in: header, name: X-Key }
  certificate: { type: mutualTLS }
  custom: { type: http, scheme: custom }`
const NAMES = ['token', 'user', 'grant', 'key', 'certificate', 'custom', 'unknown']
const operations = NAMES.map((name) => `GET /${name}: { security: [{ ${name}: [] }] }\n`)
const contract = await contractIn(`${operations.join('')}components:\n securitySchemes:${SCHEMES}`)

/** An app all of whose security handlers return this. */
async function appWith(handler: SecurityHandler) {
  const security = Object.fromEntries(NAMES.map((name) => [name, handler]))
  return (await keeping(t, contract, { security })).app
}

const REFUSED = `
  GET /token || GET /grant -> 40101 (www-authenticate: Bearer realm="api")
  GET /token (authorization: Bearer a) -> 40101 (www-authenticate: Bearer realm="api", error="invalid_token")
  GET /user -> 40101 (www-authenticate: Basic realm="api", charset="UTF-8")
  GET /key -> 40101 (www-authenticate: ApiKey realm="api", in="header", name="X-Key")
  GET /certificate -> 40302 (www-authenticate: -)
  GET /custom -> 40101 (www-authenticate: custom realm="api")
  GET /unknown -> 40101 (www-authenticate: unknown realm="api")
`

for (const nobody of [undefined, null, false] as const) {
  t.test(`a security handler that returns ${nobody} refuses`, async (t) => {
    await checkTalk(t, await appWith({ authenticate: () => nobody }))(REFUSED)
  })

  t.test(`what verifies a credential and returns ${nobody} refuses`, async (t) => {
    const app = await appWith(bearer(async () => nobody))
    await checkTalk(t, app)('GET /token (authorization: Bearer a) -> 40101')
  })
}

for (const somebody of [true, '', 0, {}]) {
  t.test(`a security handler that returns ${JSON.stringify(somebody)} lets in`, async (t) => {
    const app = await appWith({ authenticate: async () => somebody })
    await checkTalk(t, app)('GET /token -> 204')
  })
}

t.test('a refusal by a falsy value counts as a failure', async (t) => {
  const app = await appWith(limitFailures({ authenticate: () => false }, { failures: 1 }))
  await checkTalk(t, app)('GET /user -> 40101\nGET /user -> 42900')
})
