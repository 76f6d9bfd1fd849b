import path from 'node:path'
import t from 'tap'
import { inFull } from '../../../helpers/made.js'
import { objectOf } from '../../../helpers/rows.js'
import { workshop } from './workshop.js'

const SCHEMES = `
api_key: { type: apiKey, in: header, name: X-Key }
api-key: { type: apiKey, in: query, name: key }
cookie: { type: apiKey, in: cookie, name: session }
basicAuth: { type: http, scheme: basic }
login: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { read: r } } } }
7token: { type: openIdConnect, openIdConnectUrl: https://example.com }
certificate: { type: mutualTLS }
digest: { type: http, scheme: digest }
somewhere: { type: apiKey }`

const NAMES = Object.keys(objectOf(SCHEMES))

/** A document with an operation for each of these schemes, and others. */
function documentOf(names: readonly string[], more = ''): string {
  const operations = names.map((name) => {
    const security = `security: [{ ${name}: [${name === 'login' ? 'read' : ''}] }]`
    return `GET /${name}/{id}: { operationId: get ${name}, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], ${security}, responses: { 200: { description: d } } }\n`
  })
  return inFull(`
info: { title: Mine, version: '1' }
servers: [{ url: /v1 }]
${operations.join('')}${more}
components: { securitySchemes: { ${SCHEMES.trim().replaceAll('\n', ', ')}, unused: { type: http, scheme: bearer } } }`)
}

t.test('the handler of a scheme refuses requests without credentials', async (t) => {
  const shop = workshop(t, { mine: { 'api.json': documentOf(NAMES) } })
  const { root, init, read, compile, load, list, manifest } = shop
  const { code, out, err } = await init('--spec', path.join(root, 'mine/api.json'))
  t.same({ code, err }, { code: 0, err: [] })
  const found = out.join('\n')
  t.match(found, /^then: curl -sS http:\/\/127\.0\.0\.1:3000\/v1\/api_key\/1 -H 'X-Key: \S+'$/m)
  t.match(await manifest(), { scripts: { check: 'fastify-contract check' } })
  t.match(JSON.parse(await read('fastify-contract.config.json')), { basePath: true })
  t.match(out.join('\n'), 'is answered 501 until there is a handler')
  t.ok(list().includes('src/handlers/get-basic-auth.ts'))
  t.equal(
    await read('.env').then((text) => text.replace(/(?<==).*/gm, '')),
    [
      ...['API_KEYS=', 'AUTH2_API_KEYS=', 'COOKIE_KEYS=', 'BASIC_AUTH_USERS=', 'LOGIN_TOKENS='],
      ...['AUTH_7TOKENS=', ''],
    ].join('\n'),
  )
  t.same(await compile(), [])
  const { buildApp } = await load('dist/src/app.js')
  const secrets = (name: string) => [name.endsWith('USERS') ? 'user:a-secret' : 'a-secret']
  const app = await buildApp({ secrets })
  const status = async (name: string, headers = {}, query = '') =>
    (await app.inject({ url: `/v1/${name}/1${query}`, headers })).statusCode
  for (const name of NAMES) t.ok([401, 403, 501].includes(await status(name)), name)
  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  })
  t.equal(await status('basicAuth', basic('user:another')), 401)
  t.equal(await status('basicAuth', basic('user:a-secret')), 501)
  t.equal(await status('api_key', { 'x-key': 'a-secret' }), 501)
  t.equal(await status('api-key', {}, '?key=a-secret'), 501)
  t.equal(await status('cookie', { cookie: 'session=a-secret' }), 501)
  t.equal(await status('login', { authorization: 'Bearer a-secret' }), 501, 'it has the scopes')
  t.match((await app.inject('/nothing')).json(), { error: 40400 }, 'errors have the usual shape')
  await app.close()
  const seen = await read('src/security.ts')
  t.match(seen, "login: bearer(secrets('LOGIN_TOKENS'), { scopes: ['read'] })")
})

t.test('a large document has one file for its handlers, and answers 501', async (t) => {
  const operations = Array.from(
    { length: 51 },
    (_, at) => `GET /${at}: { responses: { 200: { description: d } } }`,
  )
  const { init, read, compile, load, list } = workshop(t, {
    spec: { 'openapi.json': documentOf([], operations.join('\n')) },
  })
  const { code, out } = await init()
  t.equal(code, 0)
  const found = list().filter((name) => name.includes('handlers'))
  t.same(found, ['src/handlers/index.ts'])
  t.match(await read('src/handlers/index.ts'), 'Partial<Handlers>')
  t.notMatch(out.join('\n'), 'handlers, ')
  t.same(await compile(), [])
  const { buildApp } = await load('dist/src/app.js')
  const app = await buildApp()
  t.match(await app.inject('/v1/0'), { statusCode: 501 })
  await app.close()
})
