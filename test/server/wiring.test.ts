/** The effect of each setting on a process. */

import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import t, { type Test } from 'tap'
import type { SettingName } from '../../src/server/settings.js'
import { startCollector } from './collector.js'
import { linesOf, token } from './helpers.js'
import { open, rawCreate, type Wire } from './http.js'
import { create, launch, type Running, WITHOUT_LOADER } from './process.js'

const FERN = { id: 1, name: 'fern' }

const root = t.testdir()
const newFolder = () => mkdtempSync(path.join(root, 'server-'))

/** A server with these settings, whose token is `token`. */
async function server(t: Test, env: NodeJS.ProcessEnv, folder = newFolder()): Promise<Running> {
  const given = { STORE_URL: 'memory:', BEARER_TOKENS: token, ...env }
  return { ...(await launch(t, given, folder, [], WITHOUT_LOADER)), token }
}

/** Much longer, for what is compared with it. */
const SOON = '600'
const LATER = '20000'

/** Does the same to a server where a time is short and to one where it is long: that one goes on. */
async function endsSooner(
  t: Test,
  name: SettingName,
  ending: (running: Running) => Promise<string>,
): Promise<string> {
  const [soon, later] = await Promise.all([
    server(t, { [name]: SOON }),
    server(t, { [name]: LATER }),
  ])
  let ended = false
  ending(later).then(() => {
    ended = true
  })
  const end = await ending(soon)
  // Without an effect of the setting, both end at the same time.
  await wait(1000)
  t.notOk(ended, 'only where the time is short')
  return end
}

/** Sends a text on a connection of its own. */
async function send({ port }: Running, text: string): Promise<Wire> {
  const wire = await open(port)
  wire.socket.write(text)
  return wire
}

/** A server whose store answers nobody until it is told to, since another process writes to its file. */
async function lockedServer(t: Test, env: NodeJS.ProcessEnv) {
  const folder = newFolder()
  const running = await server(t, { STORE_URL: 'sqlite:plants.db', ...env }, folder)
  const database = new Database(path.join(folder, 'plants.db'))
  database.exec('begin immediate')
  t.teardown(() => database.close())
  return { ...running, release: () => database.exec('rollback') }
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.on('listening', resolve))
  const { port } = taken.address() as { port: number }
  await new Promise((resolve) => taken.close(resolve))
  return port
}

/** A server, and the address of its admin port, as its log has it. */
async function adminOf(t: Test, env: NodeJS.ProcessEnv) {
  const running = await server(t, { STORE_URL: 'memory:', ...env })
  await running.logged('/metrics are at')
  const [, address = ''] = /\/metrics are at (\S+?)"/.exec(running.output.stdout) ?? []
  return { running, address }
}

const [firstHalf] = rawCreate(JSON.stringify(FERN))

const effects: Readonly<Record<SettingName, (t: Test) => Promise<void>>> = {
  async HOST(t) {
    const running = await server(t, { HOST: '::1' })
    t.match(running.base, /^http:\/\/\[::1\]:\d+$/)
    t.equal((await create(running, FERN))[0], 200)
    await t.rejects(fetch(`http://127.0.0.1:${running.port}`))
  },

  async PORT(t) {
    const port = await freePort()
    t.equal((await server(t, { PORT: String(port) })).port, port)
  },

  async BASE_PATH(t) {
    const running = await server(t, { BASE_PATH: '/garden' })
    t.match(running.base, /\/garden$/)
    t.equal((await create(running, FERN))[0], 200)
    t.equal((await create({ base: new URL(running.base).origin, token }, FERN))[0], 404)
  },

  async DOCS(t) {
    const statusWith = async (DOCS: string) => {
      const { base } = await server(t, { DOCS, BASE_PATH: '/garden' })
      return [(await fetch(`${base}/docs`)).status, (await fetch(`${base}/openapi.yaml`)).status]
    }
    t.same(await statusWith('true'), [200, 200])
    t.same(await statusWith('false'), [404, 200])
  },

  async STORE_URL(t) {
    const folder = t.testdir()
    const running = await server(t, { STORE_URL: 'sqlite:there.db' }, folder)
    t.equal((await create(running, FERN))[0], 200)
    t.ok(existsSync(path.join(folder, 'there.db')))
  },

  async ADMIN_HOST(t) {
    const { address } = await adminOf(t, { ADMIN_HOST: '::1', ADMIN_PORT: '0' })
    t.match(address, /^http:\/\/\[::1\]:\d+$/)
    t.equal((await fetch(`${address}/live`)).status, 200)
  },

  async ADMIN_PORT(t) {
    const port = await freePort()
    const { address } = await adminOf(t, { ADMIN_PORT: String(port) })
    t.equal(address, `http://127.0.0.1:${port}`)
    t.equal((await fetch(`${address}/ready`)).status, 200)
  },

  async WORKERS(t) {
    const folder = newFolder()
    const running = await server(t, { WORKERS: '2', STORE_URL: 'sqlite:plants.db' }, folder)
    const connections = await Promise.all([1, 2].map(() => open(running.port)))
    for (const [id, { socket }] of connections.entries()) {
      socket.write(rawCreate(JSON.stringify({ id, name: 'fern' })).join(''))
      await once(socket, 'data')
    }
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.exit
    const requests = linesOf(stdout).filter(({ req }) => req)
    t.equal(new Set(requests.map(({ pid }) => pid)).size, 2, 'each took a connection')
    t.equal(code, 0)
  },

  async BEARER_TOKENS(t) {
    const running = await server(t, { BEARER_TOKENS: 'the-first-token,the-other-token' })
    for (const each of ['the-first-token', 'the-other-token'])
      t.equal((await create({ ...running, token: each }, FERN))[0], 200)
    t.equal((await create(running, FERN))[0], 401)
  },

  async BEARER_TOKENS_FILE(t) {
    const folder = t.testdir({ tokens: 'the-first-token\n' })
    const env = { STORE_URL: 'memory:', BEARER_TOKENS_FILE: 'tokens' }
    const running = await launch(t, env, folder)
    const statusOf = async (each: string) => (await create({ ...running, token: each }, FERN))[0]
    t.same([await statusOf('the-first-token'), await statusOf(token)], [200, 401])
    writeFileSync(path.join(folder, 'tokens'), 'the-other-token\n')
    while ((await statusOf('the-other-token')) !== 200) await wait(100)
    t.equal(await statusOf('the-first-token'), 401)
  },

  async LOG_LEVEL(t) {
    const logged = async (LOG_LEVEL: string) => {
      const running = await server(t, { LOG_LEVEL })
      await create(running, FERN)
      running.child.kill('SIGTERM')
      return linesOf((await running.exit).stdout).map(({ msg }) => msg)
    }
    t.ok((await logged('info')).includes('request completed'))
    t.same(await logged('warn'), [])
  },

  async OTEL_EXPORTER_OTLP_ENDPOINT(t) {
    const collector = await startCollector(t)
    const running = await server(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await create(running, FERN)
    running.child.kill('SIGTERM')
    t.equal((await running.exit).code, 0)
    t.match(collector.spans, [{ name: 'createPlant' }])
  },

  async REQUEST_ID_HEADER(t) {
    const running = await server(t, { REQUEST_ID_HEADER: 'x-trace-id' })
    const { headers } = await fetch(running.base, { headers: { 'x-trace-id': 'of-a-proxy' } })
    t.equal(headers.get('x-trace-id'), 'of-a-proxy')
    await running.logged('"reqId":"of-a-proxy"')
  },

  async LOG_FORMAT(t) {
    const running = await server(t, { LOG_FORMAT: 'pretty' })
    await create(running, FERN)
    running.child.kill('SIGTERM')
    t.match((await running.exit).stdout, /\] 200 +[\d.]+ ms POST \/plants\n/)
  },

  async BODY_LIMIT(t) {
    const running = await server(t, { BODY_LIMIT: '100' })
    const plant = (length: number) => {
      const rest = JSON.stringify({ id: 1, name: '' }).length
      return { id: 1, name: 'x'.repeat(length - rest) }
    }
    t.equal((await create(running, plant(100)))[0], 200)
    t.equal((await create(running, plant(101)))[0], 413)
  },

  async HEADER_LIMIT(t) {
    const running = await server(t, { HEADER_LIMIT: '4096' })
    const statusOf = async (length: number) => {
      const headers = { 'x-long': 'x'.repeat(length) }
      return (await fetch(`${running.base}/openapi.json`, { headers })).status
    }
    t.same([await statusOf(3000), await statusOf(5000)], [200, 431])
  },

  async HEADERS_TIMEOUT(t) {
    const half = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n'
    const ending = async (running: Running) => (await send(running, half)).received
    t.match(await endsSooner(t, 'HEADERS_TIMEOUT', ending), /^HTTP\/1\.1 408 /)
  },

  async REQUEST_TIMEOUT(t) {
    const ending = async (running: Running) => (await send(running, firstHalf)).received
    t.match(await endsSooner(t, 'REQUEST_TIMEOUT', ending), /^HTTP\/1\.1 408 /)
  },

  async CONNECTION_TIMEOUT(t) {
    const ending = async (running: Running) => (await send(running, firstHalf)).received
    await endsSooner(t, 'CONNECTION_TIMEOUT', ending)
  },

  async KEEP_ALIVE_TIMEOUT(t) {
    const running = await server(t, { KEEP_ALIVE_TIMEOUT: '5000' })
    const { headers } = await fetch(`${running.base}/openapi.json`)
    t.equal(headers.get('keep-alive'), 'timeout=5')
  },

  async HANDLER_TIMEOUT(t) {
    const soon = await lockedServer(t, { HANDLER_TIMEOUT: SOON })
    const later = await lockedServer(t, { HANDLER_TIMEOUT: LATER })
    const answers = [create(soon, FERN), create(later, FERN)] as const
    t.match(await answers[0], [503])
    // The store itself gives up after 5 s, which is not what is looked for.
    later.release()
    t.match(await answers[1], [200])
  },

  async MAX_CONNECTIONS(t) {
    const running = await server(t, { MAX_CONNECTIONS: '2' })
    const kept = [await send(running, firstHalf), await send(running, firstHalf)]
    t.equal(await (await send(running, firstHalf)).received, '')
    for (const { socket } of kept) t.notOk(socket.destroyed)
  },

  async MAX_REQUESTS(t) {
    const running = await lockedServer(t, { MAX_REQUESTS: '2' })
    const three = [1, 2, 3].map((id) => create(running, { id, name: 'fern' }))
    t.match(await Promise.race(three), [503, { error: 50300 }])
    running.release()
    const statuses = (await Promise.all(three)).map(([status]) => status)
    t.same(statuses.sort(), [200, 200, 503], 'the others only waited')
    running.child.kill('SIGTERM')
    t.notMatch((await running.exit).stdout, 'cannot be used now', 'the store did not give up')
  },

  async BODY_MEMORY(t) {
    const limits = { BODY_LIMIT: '65536', REQUEST_TIMEOUT: '60000' }
    const body = JSON.stringify({ id: 1, name: 'x'.repeat(60_000) })
    const [head, rest] = rawCreate(body)
    const running = await server(t, { ...limits, BODY_MEMORY: '65536' })
    // Four that stop one byte before their end are more than that, and less than the default.
    const answers = []
    for (let n = 0; n < 4; n++) {
      const { socket } = await send(running, head + rest.slice(0, -1))
      answers.push(once(socket, 'data'))
    }
    t.match((await Promise.race(answers))[0], /^HTTP\/1\.1 503 /)
    const generous = await server(t, limits)
    const kept = []
    for (let n = 0; n < 4; n++) kept.push(await send(generous, head + rest.slice(0, -1)))
    for (const { socket } of kept) socket.write('}')
    await Promise.all(kept.map(({ socket }) => once(socket, 'data')))
  },

  async MAX_FAILED_TOKENS(t) {
    const running = await server(t, { MAX_FAILED_TOKENS: '2' })
    const guess = async () => (await create({ ...running, token: 'a-guess' }, FERN))[0]
    t.same([await guess(), await guess(), await guess()], [401, 401, 429])
    t.equal((await create(running, FERN))[0], 200)
  },

  async SHUTDOWN_DELAY(t) {
    const { running, address } = await adminOf(t, { ADMIN_PORT: '0', SHUTDOWN_DELAY: '5000' })
    running.child.kill('SIGTERM')
    while ((await fetch(`${address}/ready`)).status !== 503);
    t.equal((await create(running, FERN))[0], 200, 'it serves all the same')
    t.match(await running.exit, { code: 0 })
  },

  async SHUTDOWN_TIMEOUT(t) {
    const ending = async (running: Running) => {
      const { received } = await send(running, firstHalf)
      await wait(200)
      running.child.kill('SIGTERM')
      await received
      return String((await running.exit).code)
    }
    t.equal(await endsSooner(t, 'SHUTDOWN_TIMEOUT', ending), '1')
  },
}

// They wait more than they work.
t.test('each setting has its effect', { jobs: 4 }, async (t) => {
  for (const [name, effect] of Object.entries(effects)) t.test(name, effect)
})
