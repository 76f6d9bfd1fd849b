import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { type AdminServer, openAdmin, type ServiceState } from '../../src/server/admin-server.js'
import { start, stop } from '../../src/server/start.js'
import { startPostgres } from '../store/postgres/server.js'
import { capture, otherHost, testConfig, token, urlHost } from './helpers.js'
import { adminOf, ask, env, fern, hasMetrics } from './operators.js'
import { create, fail, launch } from './process.js'
import { launchWorkers } from './workers/helpers.js'

/** The server for operators on a free port. */
async function opened(adminHost: string, state: ServiceState, log: object): Promise<AdminServer> {
  return (await openAdmin({ adminHost, adminPort: 0 }, state, log as never)) as AdminServer
}

t.test('one process tells how it is', async (t) => {
  const folder = t.testdir()
  const server = { ...(await launch(t, env, folder)), token }
  const admin = await adminOf(server)
  t.same(await ask(`${admin}/livez`), [200, '{"status":"live"}'])
  t.same(await ask(`${admin}/readyz`), [200, '{"status":"ready"}'])
  await create(server, fern)
  await create(server, fern) // writes nothing
  await create({ ...server, token: 'none' }, fern)
  await fetch(`${server.base}/nowhere`)
  await hasMetrics(t, admin, 2, 1)
  const [, text] = await ask(`${admin}/metrics`)
  t.match(text, /operation="createPlant",method="POST",status="401"} 1$/m)
  t.match(text, /_count{operation="none",method="GET",status="404"} 1$/m)
  for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(folder, `plants.db${suffix}`))
  const [status, told] = await ask(`${admin}/readyz`)
  t.equal(status, 503)
  t.match(JSON.parse(told), { status: 'not ready', reason: /the file is gone; put it back/ })
  t.equal((await ask(`${admin}/livez`))[0], 200)
  t.equal((await ask(`${admin}/plants`))[0], 404)
  t.equal((await fetch(`${server.base}/metrics`)).status, 404)
})

t.test('the metrics of PostgreSQL', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  await postgres.query('create database metrics')
  const output = capture()
  const storeUrl = postgres.url('metrics')
  const service = await start(testConfig({ storeUrl, adminPort: 0, port: 0 }), output)
  t.teardown(() => stop(service))
  const server = { base: `http://127.0.0.1:${service.port}`, token }
  await create(server, fern)
  await create(server, fern)
  const [, admin = ''] = /metrics are at (\S+?)"/.exec(output.text()) ?? []
  await hasMetrics(t, admin, 2, 1)
})

t.test('a service in a process of others', async (t) => {
  const output = capture()
  const config = testConfig({ storeUrl: 'memory:', adminPort: 0, port: 0 })
  const service = await start(config, output)
  const [, admin] = /metrics are at (\S+?)"/.exec(output.text()) ?? []
  t.same(await ask(`${admin}/readyz`), [200, '{"status":"ready"}'])
  t.match(await ask(`${admin}/metrics`), [200, /^store_waiting_calls 0$/m])
  const { port } = service
  service.isStopping = true
  const stopping = [503, '{"status":"not ready","reason":"the server is stopping"}']
  t.same(await ask(`${admin}/readyz`), stopping)
  service.isStopping = false
  service.port = 0
  const early = [503, '{"status":"not ready","reason":"the server is not listening yet"}']
  t.same(await ask(`${admin}/readyz`), early)
  service.isStopping = true
  service.port = port
  const taken = testConfig({ ...config, port })
  await t.rejects(start(taken, capture()), { name: 'StartError', message: /^PORT: / })
  t.equal(await stop(service), true)
  await t.rejects(ask(`${admin}/livez`))
})

t.test('several processes tell it together', async (t) => {
  const server = await launchWorkers(t, env, t.testdir())
  const admin = await adminOf(server)
  for (let id = 0; id < 6; id++) await create(server, { ...fern, id })
  await hasMetrics(t, admin, 6)
  const both = await Promise.all([ask(`${admin}/readyz`), ask(`${admin}/readyz`)])
  t.same(both, Array(2).fill([200, '{"status":"ready"}']))
})

/** A port that somebody else listens at. */
async function takenPort(t: Test): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  t.teardown(() => taken.close())
  await once(taken, 'listening')
  return (taken.address() as AddressInfo).port
}

t.test('a port that is taken prevents the start', async (t) => {
  const adminPort = await takenPort(t)
  const line = `ADMIN_PORT: ${adminPort} on 127.0.0.1 is taken; set ADMIN_PORT to another`
  const config = testConfig({ storeUrl: 'memory:', adminPort, port: 0 })
  await t.rejects(start(config, capture()), { name: 'StartError', message: line })
  const given = { ...env, ADMIN_PORT: String(adminPort), WORKERS: '2' }
  const { code, stderr } = await fail(t, given, t.testdir())
  t.same([code, stderr], [1, `plant-store: ${line}\n`], 'of several processes, too')
})

t.test('the port for operators is closed when the service cannot start', async (t) => {
  const given = { ...env, PORT: String(await takenPort(t)), WORKERS: '2' }
  const { code, stderr } = await fail(t, given, t.testdir())
  t.equal(code, 1)
  t.match(stderr, /^plant-store: PORT: \d+ on 127\.0\.0\.1 is taken; .*\n$/)
})

t.test('a service that does not answer is not ready', async (t) => {
  let address = ''
  const log = { info: (text: string) => (address = text.split(' ').at(-1) as string) }
  let trouble = (): Promise<string | undefined> => new Promise(() => {})
  const state = { trouble: () => trouble(), metrics: async () => '' }
  const admin = await opened('127.0.0.1', state, log)
  t.teardown(() => admin.close())
  const late = 'there was no answer within 1000 ms'
  t.same(await ask(`${address}/readyz`), [503, `{"status":"not ready","reason":"${late}"}`])
  const other = await opened(otherHost, state, log)
  t.teardown(() => other.close())
  t.ok(address.startsWith(`http://${urlHost}:`), address)
  trouble = async () => 'the store is gone'
  t.match(await ask(`${address}/readyz`), [503, /the store is gone/])
})

t.test('the port for operators refuses as the service does', async (t) => {
  let address = ''
  const log = { info: (text: string) => (address = text.split(' ').at(-1) as string) }
  const state = { trouble: async () => undefined, metrics: async () => '' }
  const admin = await opened('127.0.0.1', state, log)
  t.teardown(() => admin.close())
  for (const url of ['/livez', '/readyz', '/metrics']) {
    const post = await fetch(`${address}${url}`, { method: 'POST', body: 'x' })
    t.match(post, { status: 405 }, url)
    t.equal(post.headers.get('allow'), 'GET, HEAD')
    t.same(await post.json(), { error: 40500, message: 'This method is not allowed here.' })
    t.equal((await fetch(`${address}${url}`, { method: 'HEAD' })).status, 200)
  }
  const nothing = { error: 40400, message: 'Nothing is here.' }
  for (const url of ['/', '/plants', '/livez/']) {
    const [status, text] = await ask(`${address}${url}`)
    t.same([status, JSON.parse(text)], [404, nothing], url)
  }
  const [status, text] = await ask(`${address}/%`)
  t.match([status, JSON.parse(text)], [400, { error: 40000 }])
})
