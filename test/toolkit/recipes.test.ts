/** The recipes for security compile without casts, and do what they say. */

import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import cookie from '@fastify/cookie'
import { createSigner } from 'fast-jwt'
import fastify, { type FastifyInstance } from 'fastify'
import { serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { compiledPrograms } from '../helpers/compiled-programs.js'
import { inFull } from '../helpers/made.js'
import { contractOf } from '../helpers/serve-document.js'

const folder = await compiledPrograms(t)
const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href)
const { contract } = await load('generated/contract.js')
const { handlers } = await load('handlers.js')

t.test('a hook of the app says who it is', async (t) => {
  const { security: hooked } = await load('security-with-hook.js')
  const app = fastify()
  t.teardown(() => app.close())
  app.decorateRequest('user')
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-user'] === 'ada') Object.assign(request, { user: { name: 'Ada' } })
  })
  await app.register(serve(contract, { handlers, security: hooked }))
  t.same((await app.inject({ url: '/me', headers: { 'x-user': 'ada' } })).json(), { name: 'Ada' })
  const refused = await app.inject('/me')
  t.match(refused, { statusCode: 401, headers: { 'www-authenticate': /^Bearer / } })
})

const key = 'a secret of at least 32 characters'

t.test('JSON Web Tokens with either package', async (t) => {
  const { security: verified } = await load('security-with-fast-jwt.js')
  const { app: withPlugin } = await load('app-with-jwt.js')
  const app = fastify()
  t.teardown(() => Promise.all([app.close(), withPlugin.close()]))
  await app.register(serve(contract, { handlers, security: verified }))
  const sign = (key: string) => createSigner({ key, algorithm: 'HS256', noTimestamp: true })
  for (const each of [app, withPlugin]) {
    const ask = (token: string) =>
      each.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })
    t.same((await ask(sign(key)({ name: 'Ada' }))).json(), { name: 'Ada' })
    for (const token of [sign(`another ${key}`)({ name: 'Eve' }), 'no-token']) {
      const refused = await ask(token)
      t.match(refused.headers['www-authenticate'], /^Bearer .*error="invalid_token"/)
      t.match(refused, { statusCode: 401 })
    }
    t.equal((await each.inject('/me')).json().error, 40100)
  }
})

/** A contract whose only operation answers who asks, by a scheme. */
async function contractBy(t: Test, name: string, scheme: string) {
  const document = inFull(`
security: [{ ${name}: [] }]
GET /me: { operationId: me, 200: { type: object } }
components: { securitySchemes: { ${name}: { type: apiKey, ${scheme} } } }`)
  const contract = await contractOf(t, document)
  const me = ({ security }: { security: Record<string, unknown> }) => {
    return { status: 200, body: { ...(security[name] as object) } }
  }
  return (app: FastifyInstance, security: object) =>
    app.register(serve(contract, { handlers: { me }, security, unnamedMembers: 'send' } as never))
}

t.test('a session in a cookie', async (t) => {
  const { security: session } = await load('security-with-session.js')
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(cookie, { secret: key })
  await (await contractBy(t, 'session', 'in: cookie, name: sid'))(app, session)
  const ask = (sid: string) => app.inject({ url: '/me', cookies: { sid } })
  t.same((await ask(app.signCookie('a-session'))).json(), { name: 'Ada' })
  t.equal((await ask(app.signCookie('another'))).statusCode, 401)
  t.equal((await ask('a-session')).statusCode, 401, 'a cookie that is not signed')
})

t.test('keys in a database', async (t) => {
  const { securityOf } = await load('security-with-keys.js')
  const app = fastify()
  t.teardown(() => app.close())
  const stored = createHash('sha256').update('a-key').digest('hex')
  const findOwner = async (hash: string) => {
    if (hash === createHash('sha256').update('broken').digest('hex')) throw new Error('no database')
    return hash === stored ? { name: 'Ada' } : undefined
  }
  await (await contractBy(t, 'apiKey', 'in: header, name: x-api-key'))(app, securityOf(findOwner))
  const ask = (sent: string) => app.inject({ url: '/me', headers: { 'x-api-key': sent } })
  t.same((await ask('a-key')).json(), { name: 'Ada' })
  t.equal((await ask('another')).statusCode, 401)
  t.equal((await ask('broken')).statusCode, 500)
})
