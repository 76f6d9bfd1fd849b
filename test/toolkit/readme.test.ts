/** The programs of the toolkit's README and guide compile, and do what they say. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { createSigner } from 'fast-jwt'
import fastify, { type FastifyInstance } from 'fastify'
import { serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { compiledPrograms } from '../helpers/compiled-programs.js'
import { inFull } from '../helpers/made.js'
import { toolkitPrograms } from '../helpers/readme.js'
import { contractOf } from '../helpers/serve-document.js'
import { asks, talkTo } from '../helpers/talk.js'
import { echo, keeping, PARTS, partsOf } from './runtime/keeping.js'

const folder = await compiledPrograms(t)
const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href)

t.test('each program has a name', async (t) => {
  t.equal(new Set(toolkitPrograms.map(({ name }) => name)).size, toolkitPrograms.length)
})

t.test('the test in the README passes', async (t) => {
  const file = path.join(folder, 'get-task.test.js')
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  t.match(stdout, /^# pass 2$|^ℹ pass 2$/m)
})

const { contract } = await load('generated/contract.js')
const { handlers } = await load('handlers.js')
const { security } = await load('security.js')

/** An app that ends with the test. */
const ended = (t: Test, app: FastifyInstance) => {
  t.teardown(() => app.close())
  return app
}

/** Asks an app, or that of a program; ADA is a credential of hers. */
async function ask(t: Test, app: FastifyInstance | string, lines: string): Promise<void> {
  const asked = typeof app === 'string' ? ended(t, (await load(app)).app) : app
  await asks(t, talkTo(asked))(lines.replaceAll('ADA', 'authorization: Bearer token-of-ada'))
}

const app = ended(t, fastify())
await app.register(serve(contract, { handlers, security }))

t.test('authentication, and own errors', (t) =>
  ask(
    t,
    app,
    `
GET /me -> 401
GET /me (ADA) -> 200 {"name":"Ada"}
POST /tasks (ADA) {"id":5,"title":"water the fern"} -> 201
POST /tasks (ADA) {"id":5,"title":"water the fern"} -> 409 {"error":40901,…
POST /tasks (ADA) {"id":6,"title":"forbidden"} -> 403 {"error":40300,"message":"…title"}`,
  ),
)

t.test('a client', async (t) => {
  const { titleOf } = await load('client-example.js')
  t.equal(await titleOf(app, 5n), 'water the fern')
  t.match(await titleOf(app, 6n), /^refused: /)
})

t.test('304, files, streams and cookies', async (t) => {
  const payload = partsOf(['title', 'fern'], ['photo', 'bytes', 'image/png', 'fern.png'])
  const headers = { authorization: 'Bearer token-of-ada', 'content-type': PARTS }
  const put = await app.inject({ method: 'PUT', url: '/tasks/5/photo', headers, payload })
  t.equal(put.statusCode, 204, put.body)
  await ask(
    t,
    app,
    `
GET /tasks/5 (ADA) -> 200 (etag: "2GMdwaovdQwrvFGGHnXFRdrqsR2LaL2uSQOSyNzXQTg") {"id":5,"title":"water the fern"}
GET /tasks/5 (ADA; if-none-match: "2GMdwaovdQwrvFGGHnXFRdrqsR2LaL2uSQOSyNzXQTg") -> 304
GET /tasks/5/photo (ADA) -> 200 (content-type: image/png) bytes
GET /tasks/6/photo (ADA) -> 404
GET /events (ADA) -> 200 …event: task\\ndata: water the fern\\n…
PUT /theme?name=dark (cookie: theme=light) -> 204 (set-cookie: theme=dark; …)`,
  )
})

t.test('validators without a server', async (t) => {
  const { taskIn } = await load('queue.js')
  t.same(taskIn('{"id":5,"title":"water the fern"}'), { id: 5n, title: 'water the fern' })
  t.throws(() => taskIn('{"id":"5"}'), { name: 'TypeError', message: 'the message is no task' })
})

t.test('a mock beside handlers', (t) =>
  ask(t, 'mock.js', 'GET /me (ADA) -> 200 {"name":"Ada"}\nGET /tasks/5 (ADA) -> 200'),
)

t.test('problem details', (t) =>
  ask(
    t,
    'problems.js',
    'GET /tasks/nothing (ADA) -> 400 (content-type: application/problem+json…) …"errors":[{…}]}',
  ),
)

t.test('a service class of fastify-openapi-glue, and a handler beside it', (t) =>
  ask(
    t,
    'glue-app.js',
    `
GET /tasks/5 (ADA) -> 200 (etag: "1") {"id":5,"title":"water the fern"}
GET /tasks/6 (ADA) -> 404 {…"message":"There is no task."}
GET /events (ADA) -> 501
GET /me (ADA) -> 200`,
  ),
)

t.test('two versions of a contract', (t) =>
  ask(
    t,
    'versions.js',
    `
GET /v1/tasks/77 (ADA) -> 404
GET /v2/tasks/77 (ADA) -> 200
GET /v1/me (ADA) -> 200
GET /v2/me (ADA) -> 200`,
  ),
)

t.test('the document of a code-first app', async (t) => {
  const { refResolver, writeDocument } = await load('write-document.js')
  t.chdir(t.testdir())
  const app = ended(t, fastify({ ajv: { customOptions: { keywords: ['isEven'] } } }))
  await app.register(swagger, { refResolver, openapi: { servers: [{ url: '/v1' }] } })
  const properties = { id: { type: 'integer', isEven: true } }
  app.addSchema({ $id: 'Task', type: 'object', properties })
  const schema = { body: { $ref: 'Task#' }, response: { 200: { $ref: 'Task#' } } }
  app.post('/v1/tasks', { schema: { ...schema, operationId: 'createTask' } }, async () => ({}))
  app.get('/v1/tasks/:id', { schema: { response: schema.response } }, async () => ({}))
  await writeDocument(app)
  const made = await generate(path.resolve('spec/openapi.json'))
  const operations = made.files.find(({ name }) => name === 'operations.ts')?.text
  t.match(operations, /^ {2}createTask\(request: CreateTaskRequest\)/m)
  t.match(operations, /^ {2}getTasksId\(request: GetTasksIdRequest\)/m)
  t.match(made.files.find(({ name }) => name === 'types.ts')?.text, /^export interface Task /m)
})

t.test('limits of connections', async (t) => {
  const limited = ended(t, (await load('app.js')).app)
  const address = await limited.listen({ host: '127.0.0.1', port: 0 })
  const refused = await fetch(address, { headers: { 'x-long': 'a'.repeat(70_000) } })
  t.equal(refused.status, 431)
  t.match(await refused.json(), { error: 43100 })
})

t.test('the page of the document', (t) =>
  ask(t, 'page.js', 'GET /shop/docs -> 200\nGET /shop/openapi.json -> 200 …"title":…'),
)

t.test('an own codec', async (t) => {
  const schema = '{ type: string, format: decimal }'
  const formats = { decimal: `${pathToFileURL(path.join(folder, 'codecs.js'))}#decimal` }
  const sums = await contractOf(t, inFull(`POST /: { body: ${schema}, 200: ${schema} }`), {
    formats,
  })
  const { app, kept } = await keeping(t, sums, { answer: echo })
  await asks(
    t,
    talkTo(app),
  )(`
POST / "12.50" -> 200 "12.50"
POST / "-0.05" -> 200 "-0.05"
POST / "7" -> 200 "7"
POST / "123456789012345678901234567890.1" -> 200 "123456789012345678901234567890.1"
POST / "x" -> 400 {"error":40002,"message":"The request breaks the contract: body must be a decimal number."}`)
  t.strictSame(kept[0]?.body, { digits: 1250n, scale: 2 })
})

t.test('a hook of the app says who it is', async (t) => {
  const { security: hooked } = await load('security-with-hook.js')
  const app = ended(t, fastify())
  app.decorateRequest('user')
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-user'] === 'ada') Object.assign(request, { user: { name: 'Ada' } })
  })
  await app.register(serve(contract, { handlers, security: hooked }))
  await ask(
    t,
    app,
    'GET /me (x-user: ada) -> 200 {"name":"Ada"}\nGET /me -> 401 (…www-authenticate: Bearer …) …',
  )
})

// The recipes for security.
const key = 'a secret of at least 32 characters'

t.test('JSON Web Tokens with either package', async (t) => {
  const { security: verified } = await load('security-with-fast-jwt.js')
  const { app: withPlugin } = await load('app-with-jwt.js')
  const app = ended(t, fastify())
  ended(t, withPlugin)
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
  const me = ({ security }: { security: Record<string, unknown> }) => ({
    status: 200,
    body: { ...(security[name] as object) },
  })
  return (app: FastifyInstance, security: object) =>
    app.register(serve(contract, { handlers: { me }, security, unnamedMembers: 'send' } as never))
}

t.test('a session in a cookie', async (t) => {
  const { security: session } = await load('security-with-session.js')
  const app = ended(t, fastify())
  await app.register(cookie, { secret: key })
  await (await contractBy(t, 'session', 'in: cookie, name: sid'))(app, session)
  const ask = (sid: string) => app.inject({ url: '/me', cookies: { sid } })
  t.same((await ask(app.signCookie('a-session'))).json(), { name: 'Ada' })
  t.equal((await ask(app.signCookie('another'))).statusCode, 401)
  t.equal((await ask('a-session')).statusCode, 401, 'a cookie that is not signed')
})

t.test('keys in a database', async (t) => {
  const { securityOf } = await load('security-with-keys.js')
  const app = ended(t, fastify())
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
