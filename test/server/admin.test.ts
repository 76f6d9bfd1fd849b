import { rmSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { openAdmin, type ServiceState } from '../../src/server/admin-server.js'
import { asks, talkAt } from '../helpers/talk.js'
import { emptyDatabase } from '../store/postgres/server.js'
import { otherHost, token, urlHost } from './helpers.js'
import { adminOf, ask, env, fern, hasMetrics } from './operators.js'
import { create, launch } from './process.js'
import { asked, serve } from './served.js'
import { launchWorkers } from './workers/helpers.js'

/** The server for operators on a free port, and its address. */
async function opened(t: Test, adminHost: string, state: ServiceState) {
  let address = ''
  const log = { info: (text: string) => (address = text.split(' ').at(-1) as string) }
  const admin = await openAdmin({ adminHost, adminPort: 0 }, state, log as never)
  t.teardown(() => admin?.close())
  return address
}

t.test('one process tells how it is', async (t) => {
  const folder = t.testdir()
  const server = { ...(await launch(t, env, folder)), token }
  const admin = await adminOf(server)
  const told = asks(t, talkAt(admin))
  await told(`
    GET /livez -> 200 {"status":"live"}
    GET /readyz -> 200 {"status":"ready"}
  `)
  // The second one writes nothing.
  const ask = asked(t, server)
  await ask(`
    create 1 fern -> 200
    create 1 fern -> 200
    create 1 fern as none -> 401
    GET /nowhere -> 404
    GET /metrics -> 404
  `)
  await hasMetrics(t, admin, 2)
  await told(`
    GET /metrics -> 200 …operation="createPlant",method="POST",status="401"} 1\\n…
    GET /metrics -> 200 …_count{operation="none",method="GET",status="404"} 2\\n…
  `)
  for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(folder, `plants.db${suffix}`))
  await told(`
    GET /readyz -> 503 {"status":"not ready","reason":"…the file is gone; put it back"}
    GET /livez -> 200
    GET /plants -> 404
  `)
})

t.test('the metrics of PostgreSQL', async (t) => {
  const database = await emptyDatabase(t, 'metrics')
  if (!database) return
  const server = await serve(t, { STORE_URL: database.url, ADMIN_PORT: '0' })
  for (const _ of [1, 2]) await asked(t, server)('create 1 fern -> 200')
  await hasMetrics(t, server.admin, 2)
})

t.test('a service in a process of others', async (t) => {
  const { service, admin, stop } = await serve(t, { ADMIN_PORT: '0' })
  const told = asks(t, talkAt(admin))
  await told('GET /readyz -> 200 {"status":"ready"}')
  await told('GET /metrics -> 200 …\\nstore_waiting_calls 0\\n…')
  const { port } = service
  for (const [isStopping, at, reason] of [
    [true, port, 'the server is stopping'],
    [false, 0, 'the server is not listening yet'],
  ] as const) {
    Object.assign(service, { isStopping, port: at })
    await told(`GET /readyz -> 503 {"status":"not ready","reason":"${reason}"}`)
  }
  Object.assign(service, { isStopping: true, port })
  for (const name of ['PORT', 'ADMIN_PORT'])
    await t.rejects(serve(t, { [name]: `${port}` }), {
      name: 'StartError',
      message: `${name}: ${port} on 127.0.0.1 is taken; set ${name} to another`,
    })
  t.equal(await stop(), true)
  await t.rejects(told('GET /livez -> 200'))
})

t.test('several processes tell it together', async (t) => {
  const server = await launchWorkers(t, env, t.testdir())
  const admin = await adminOf(server)
  for (let id = 0; id < 6; id++) await create(server, { ...fern, id })
  await hasMetrics(t, admin, 6)
  const both = await Promise.all([ask(`${admin}/readyz`), ask(`${admin}/readyz`)])
  t.same(both, Array(2).fill([200, '{"status":"ready"}']))
})

t.test('a service that does not answer is not ready', async (t) => {
  let trouble = (): Promise<string | undefined> => new Promise(() => {})
  const state = { trouble: () => trouble(), metrics: async () => '' }
  const address = await opened(t, '127.0.0.1', state)
  const told = (line: string, at = address) => asks(t, talkAt(at))(line)
  const late = 'there was no answer within 1000 ms'
  await told(`GET /readyz -> 503 {"status":"not ready","reason":"${late}"}`)
  const other = await opened(t, otherHost, state)
  t.ok(other.startsWith(`http://${urlHost}:`), other)
  trouble = async () => 'the store is gone'
  await told('GET /readyz -> 503 …the store is gone…', other)
})

t.test('the port for operators refuses as the service does', async (t) => {
  const state = { trouble: async () => undefined, metrics: async () => '' }
  const ask = asks(t, talkAt(await opened(t, '127.0.0.1', state)))
  for (const url of ['/livez', '/readyz', '/metrics'])
    await ask(`
      POST ${url} x -> 405 (allow: GET, HEAD; …) {"error":40500,"message":"This method is not allowed here."}
      HEAD ${url} -> 200
    `)
  for (const url of ['/', '/plants', '/livez/'])
    await ask(`GET ${url} -> 404 {"error":40400,"message":"Nothing is here."}`)
  await ask('GET /% -> 400 {"error":40000,…')
})
