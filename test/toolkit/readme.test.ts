/** The programs of the toolkit's README and guide compile, and do what they say. */

import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { compiledPrograms } from '../helpers/compiled-programs.js'
import { inFull } from '../helpers/made.js'
import { toolkitPrograms } from '../helpers/readme.js'
import { contractOf } from '../helpers/serve-document.js'
import { asks, talkTo } from '../helpers/talk.js'
import { echo, keeping } from './runtime/keeping.js'

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
const app = fastify()
t.teardown(() => app.close())
await app.register(serve(contract, { handlers, security }))
const headers = { authorization: 'Bearer token-of-ada' }
const task = { id: 5, title: 'water the fern' }

t.test('authentication', async (t) => {
  t.equal((await app.inject({ url: '/me' })).statusCode, 401)
  t.same((await app.inject({ url: '/me', headers })).json(), { name: 'Ada' })
})

t.test('own errors', async (t) => {
  const post = (payload: object) => app.inject({ method: 'POST', url: '/tasks', headers, payload })
  t.equal((await post(task)).statusCode, 201)
  const taken = await post(task)
  t.same([taken.statusCode, taken.json().error], [409, 40901])
  const refused = await post({ id: 6, title: 'forbidden' })
  t.same([refused.statusCode, refused.json().error], [403, 40300])
  t.match(refused.json().message, /title$/)
})

t.test('a client', async (t) => {
  const { titleOf } = await load('client-example.js')
  t.equal(await titleOf(app, 5n), 'water the fern')
  t.match(await titleOf(app, 6n), /^refused: /)
})

t.test('304', async (t) => {
  const url = '/tasks/5'
  const { headers: sent } = await app.inject({ url, headers })
  const again = await app.inject({
    url,
    headers: { ...headers, 'if-none-match': String(sent.etag) },
  })
  t.same([again.statusCode, again.body], [304, ''])
})

t.test('files', async (t) => {
  const form = new FormData()
  form.set('title', 'fern')
  form.set('photo', new File([Buffer.from('bytes')], 'fern.png', { type: 'image/png' }))
  const body = new Response(form)
  const type = String(body.headers.get('content-type'))
  const put = await app.inject({
    method: 'PUT',
    url: '/tasks/5/photo',
    headers: { ...headers, 'content-type': type },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  t.equal(put.statusCode, 204, put.body)
  const photo = await app.inject({ url: '/tasks/5/photo', headers })
  t.same([photo.headers['content-type'], photo.body], ['image/png', 'bytes'])
  t.equal((await app.inject({ url: '/tasks/6/photo', headers })).statusCode, 404)
})

t.test('streams', async (t) => {
  const { body } = await app.inject({ url: '/events', headers })
  t.match(body, 'event: task\ndata: water the fern\n')
})

t.test('cookies', async (t) => {
  const put = await app.inject({
    method: 'PUT',
    url: '/theme?name=dark',
    cookies: { theme: 'light' },
  })
  t.equal(put.statusCode, 204)
  t.match(put.headers['set-cookie'], /^theme=dark; /)
})

t.test('validators without a server', async (t) => {
  const { taskIn } = await load('queue.js')
  t.same(taskIn('{"id":5,"title":"water the fern"}'), { id: 5n, title: 'water the fern' })
  t.throws(() => taskIn('{"id":"5"}'), { name: 'TypeError', message: 'the message is no task' })
})

t.test('a mock beside handlers', async (t) => {
  const { app: mocked } = await load('mock.js')
  t.teardown(() => mocked.close())
  t.same((await mocked.inject({ url: '/me', headers })).json(), { name: 'Ada' })
  t.equal((await mocked.inject({ url: '/tasks/5', headers })).statusCode, 200)
})

t.test('problem details', async (t) => {
  const { app: problem } = await load('problems.js')
  t.teardown(() => problem.close())
  const refused = await problem.inject({ url: '/tasks/nothing', headers })
  t.match(refused.headers['content-type'], 'application/problem+json')
  t.equal(refused.json().errors.length, 1)
})

t.test('a service class of fastify-openapi-glue', async (t) => {
  const { app: glued } = await load('glue-app.js')
  t.teardown(() => glued.close())
  const found = await glued.inject({ url: '/tasks/5', headers })
  t.match(found, { statusCode: 200, headers: { etag: '"1"' } })
  t.same(found.json(), task)
  const none = await glued.inject({ url: '/tasks/6', headers })
  t.same([none.statusCode, none.json().message], [404, 'There is no task.'])
  t.equal((await glued.inject({ url: '/events', headers })).statusCode, 501)
  t.equal((await glued.inject({ url: '/me', headers })).statusCode, 200, 'a handler beside it')
})

t.test('two versions of a contract', async (t) => {
  const { app: both } = await load('versions.js')
  t.teardown(() => both.close())
  const statusOf = async (url: string) => (await both.inject({ url, headers })).statusCode
  t.same([await statusOf('/v1/tasks/77'), await statusOf('/v2/tasks/77')], [404, 200])
  t.same([await statusOf('/v1/me'), await statusOf('/v2/me')], [200, 200])
})

t.test('the document of a code-first app', async (t) => {
  const { refResolver, writeDocument } = await load('write-document.js')
  t.chdir(t.testdir())
  const app = fastify({ ajv: { customOptions: { keywords: ['isEven'] } } })
  t.teardown(() => app.close())
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
  const { app: limited } = await load('app.js')
  t.teardown(() => limited.close())
  const address = await limited.listen({ host: '127.0.0.1', port: 0 })
  const refused = await fetch(address, { headers: { 'x-long': 'a'.repeat(70_000) } })
  t.equal(refused.status, 431)
  t.match(await refused.json(), { error: 43100 })
})

t.test('the page of the document', async (t) => {
  const { app: withPage } = await load('page.js')
  t.teardown(() => withPage.close())
  t.equal((await withPage.inject('/shop/docs')).statusCode, 200)
  t.match((await withPage.inject('/shop/openapi.json')).json(), { info: { title: String } })
})

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
