import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { UNHURRIED } from '../helpers/limits.js'
import { stubApp } from '../helpers/stub-app.js'

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        security: [{ bearer: ['pets:read'] }],
        responses: {
          200: { description: 'Pets.', content: { 'application/json': { schema: {} } } },
          '4XX': { description: 'Refused.' },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: '/token', scopes: { 'pets:read': 'Read.' } } },
      },
    },
  },
}

/** The violations of a service that lets anybody with a credential do everything. */
async function violationsWith(other: object): Promise<string> {
  const { app } = stubApp(({ headers }) => {
    const [authorization] = Object.entries(headers).flatMap(([name, value]) =>
      /^authorization$/i.test(name) ? value : [],
    )
    const status = /^Bearer (first|second)$/.test(authorization ?? '') ? 200 : 401
    return { status, headers: { 'www-authenticate': 'Bearer' }, body: [] }
  })
  const second = { token: 'second', scopes: [], ...other }
  const security = { bearer: [{ token: 'first' }, second] }
  const { violations } = await conform({ document, target: app, security, ...UNHURRIED })
  return JSON.stringify(violations.filter(({ check }) => check === 'authorization'))
}

t.test('another credential has a variable of its own in commands', async (t) => {
  const [plain, named] = [await violationsWith({}), await violationsWith({ user: 'eve' })]
  t.match(plain, /\$BEARER_2\b/)
  t.match(named, /\$BEARER_EVE\b/)
  t.notMatch(plain + named, /second/)
})
