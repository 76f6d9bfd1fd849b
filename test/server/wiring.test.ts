/** The effect of each setting. */

import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../scripts/shared/free-ports.js'
import { buildApp } from '../../src/server/app.js'
import { type Environment, readConfig } from '../../src/server/config.js'
import { loggerOptions } from '../../src/server/logging.js'
import type { SettingName } from '../../src/server/settings.js'
import { start, stop } from '../../src/server/start.js'
import { StartError } from '../../src/server/start-error.js'
import { memory } from '../../src/store/memory.js'
import { gate } from '../helpers/gate.js'
import { dial, type Wire } from '../helpers/wire.js'
import { changedStore } from '../store/changed-store.js'
import { startCollector } from './collector.js'
import { capture, linesOf, otherHost, portOf, rawCreate, token, urlHost } from './helpers.js'
import { create, launch } from './process.js'

const FERN = { id: 1, name: 'fern' }

interface Served {
  readonly base: string
  readonly port: number
  readonly token: string
  /** What it has logged so far. */
  log(): string
  /** Resolves when a text is in the log. */
  logged(text: string): Promise<void>
  /** Stops it; resolves with true if nothing was cut off. */
  stop(): Promise<boolean>
}

const configOf = (env: Environment) =>
  readConfig({ PORT: '0', STORE_URL: 'memory:', BEARER_TOKENS: token, ...env })

function logOf() {
  const output = capture()
  const logged = async (text: string) => {
    while (!output.text().includes(text)) await wait(5)
  }
  return { output, log: output.text, logged }
}

/** A server in this process with these settings, whose token is `token`. */
async function server(t: Test, env: Environment): Promise<Served> {
  const config = configOf(env)
  const { output, ...log } = logOf()
  const service = await start(config, output)
  const { app, port } = service
  let ended: Promise<boolean> | undefined
  const end = () => {
    ended ??= stop(service)
    return ended
  }
  t.teardown(() => {
    app.server.closeAllConnections()
    return end()
  })
  return { ...log, base: `http://127.0.0.1:${port}${config.basePath}`, port, token, stop: end }
}

/** A server whose store answers nobody until it is told to. */
async function heldServer(t: Test, env: Environment) {
  const config = configOf(env)
  const { output, ...log } = logOf()
  const released = gate()
  const plants = memory()
  const store = changedStore(plants, {
    create: async (plant) => {
      await released.passed
      return plants.create(plant)
    },
  })
  const app = await buildApp({ config, store, logger: await loggerOptions(config, output) })
  t.teardown(() => app.close())
  t.teardown(released.open)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const port = portOf(app)
  return { ...log, base: `http://127.0.0.1:${port}`, port, token, release: released.open }
}

/** Much longer than any test takes, for what is compared with it. */
const SOON = '600'
const LATER = '3600000'
const LONG = { HEADERS_TIMEOUT: LATER, REQUEST_TIMEOUT: LATER, CONNECTION_TIMEOUT: LATER }

/** Does the same to a server where a time is short and to one where it is long: that one goes on. */
async function endsSooner(
  t: Test,
  name: SettingName,
  ending: (served: Served) => Promise<string>,
): Promise<string> {
  const [soon, later] = await Promise.all([
    server(t, { ...LONG, LOG_LEVEL: 'debug', [name]: SOON }),
    server(t, { ...LONG, LOG_LEVEL: 'debug', [name]: LATER }),
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
async function send(t: Test, { port }: { port: number }, text: string): Promise<Wire> {
  const wire = await dial(t, port)
  wire.socket.write(text)
  return wire
}

/** Does something with a free port, and again with another one if somebody takes it first. */
async function onFreePort<Value>(act: (port: number) => Promise<Value>): Promise<Value> {
  for (;;) {
    const port = await freePort()
    try {
      return await act(port)
    } catch (error) {
      if (!(error instanceof StartError && / is taken; /.test(error.message))) throw error
    }
  }
}

/** A server, and the address of its admin port, as its log has it. */
async function adminOf(t: Test, env: Environment) {
  const running = await server(t, env)
  return { running, address: addressIn(running.log()) }
}

const addressIn = (log: string) => /\/metrics are at (\S+?)"/.exec(log)?.[1] ?? ''

const rawFern = rawCreate(JSON.stringify(FERN))
const [firstHalf] = rawFern

const effects: Readonly<Record<SettingName, (t: Test) => Promise<void>>> = {
  async HOST(t) {
    const running = await server(t, { HOST: otherHost })
    const base = `http://${urlHost}:${running.port}`
    await running.logged(`Server listening at ${base}`)
    t.equal((await create({ base, token }, FERN))[0], 200)
    // Another process may have the port of another address.
    t.equal(running.log().match(/Server listening at/g)?.length, 1, 'nowhere else')
  },

  async PORT(t) {
    await onFreePort(async (port) => {
      t.equal((await server(t, { PORT: String(port) })).port, port)
    })
  },

  async BASE_PATH(t) {
    const running = await server(t, { BASE_PATH: '/garden' })
    t.equal((await create(running, FERN))[0], 200)
    t.equal((await create({ base: new URL(running.base).origin, token }, FERN))[0], 404)
  },

  async DOCS(t) {
    const statusWith = async (DOCS: string) => {
      const { base } = await server(t, { DOCS, BASE_PATH: '/garden' })
      return [(await fetch(`${base}/docs`)).status, (await fetch(`${base}/openapi.yaml`)).status]
    }
    t.same(await statusWith('on'), [200, 200])
    t.same(await statusWith('off'), [404, 200])
  },

  async MCP(t) {
    const params = { name: 'createPlant', arguments: { body: FERN } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answerWith = async (MCP: string, authorization: string) => {
      const { base } = await server(t, { MCP, BASE_PATH: '/garden' })
      const accept = 'application/json, text/event-stream'
      const headers = { accept, authorization, 'content-type': 'application/json' }
      const response = await fetch(`${base}/mcp`, { method: 'POST', headers, body })
      const { result = {} } = (await response.json()) as {
        result?: { isError?: boolean; structuredContent?: object }
      }
      return [response.status, result.isError, result.structuredContent]
    }
    t.same(await answerWith('on', `Bearer ${token}`), [200, undefined, { name: 'fern' }])
    t.same(await answerWith('on', 'Bearer other'), [200, true, undefined])
    t.same(await answerWith('off', `Bearer ${token}`), [404, undefined, undefined])
  },

  async STORE_URL(t) {
    const file = path.join(t.testdir(), 'there.db')
    const running = await server(t, { STORE_URL: `sqlite:${file}` })
    t.equal((await create(running, FERN))[0], 200)
    t.ok(existsSync(file))
  },

  async ADMIN_HOST(t) {
    const { address } = await adminOf(t, { ADMIN_HOST: otherHost, ADMIN_PORT: '0' })
    t.ok(address.startsWith(`http://${urlHost}:`), address)
    t.equal((await fetch(`${address}/livez`)).status, 200)
  },

  async ADMIN_PORT(t) {
    await onFreePort(async (port) => {
      const { address } = await adminOf(t, { ADMIN_PORT: String(port) })
      t.equal(address, `http://127.0.0.1:${port}`)
      t.equal((await fetch(`${address}/readyz`)).status, 200)
    })
  },

  async WORKERS(t) {
    const env = { WORKERS: '2', STORE_URL: 'sqlite:plants.db', BEARER_TOKENS: token }
    const running = await launch(t, env, t.testdir())
    const wires = await Promise.all([1, 2].map(() => send(t, running, rawFern.join(''))))
    for (const { until } of wires) await until('fern')
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
    const file = path.join(t.testdir({ tokens: 'the-first-token\n' }), 'tokens')
    const running = await server(t, { BEARER_TOKENS: undefined, BEARER_TOKENS_FILE: file })
    const statusOf = async (each: string) => (await create({ ...running, token: each }, FERN))[0]
    t.same([await statusOf('the-first-token'), await statusOf(token)], [200, 401])
    do {
      // Again and again: what is written before the first look is no change.
      writeFileSync(file, 'the-other-token\n')
      await wait(100)
    } while ((await statusOf('the-other-token')) !== 200)
    t.equal(await statusOf('the-first-token'), 401)
  },

  async LOG_LEVEL(t) {
    const logged = async (LOG_LEVEL: string) => {
      const running = await server(t, { LOG_LEVEL })
      await create(running, FERN)
      await running.stop()
      return linesOf(running.log()).map(({ msg }) => msg)
    }
    t.ok((await logged('info')).includes('request completed'))
    t.same(await logged('warn'), [])
  },

  async OTEL_EXPORTER_OTLP_ENDPOINT(t) {
    const collector = await startCollector(t)
    const running = await server(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await create(running, FERN)
    t.equal(await running.stop(), true)
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
    await running.stop()
    t.match(running.log(), /\] INFO: 200 [\d.]+ ms POST \/plants\n/)
  },

  async BODY_LIMIT(t) {
    const running = await server(t, { BODY_LIMIT: '100' })
    const rest = JSON.stringify({ id: 1, name: '' }).length
    const plant = (length: number) => ({ id: 1, name: 'x'.repeat(length - rest) })
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
    const ending = async (running: Served) => (await send(t, running, half)).closed
    t.match(await endsSooner(t, 'HEADERS_TIMEOUT', ending), /^HTTP\/1\.1 408 /)
  },

  async REQUEST_TIMEOUT(t) {
    const ending = async (running: Served) => (await send(t, running, firstHalf)).closed
    t.match(await endsSooner(t, 'REQUEST_TIMEOUT', ending), /^HTTP\/1\.1 408 /)
  },

  async CONNECTION_TIMEOUT(t) {
    const ending = async (running: Served) => (await send(t, running, firstHalf)).closed
    await endsSooner(t, 'CONNECTION_TIMEOUT', ending)
  },

  async KEEP_ALIVE_TIMEOUT(t) {
    const running = await server(t, { KEEP_ALIVE_TIMEOUT: '5000' })
    const { headers } = await fetch(`${running.base}/openapi.json`)
    t.equal(headers.get('keep-alive'), 'timeout=5')
  },

  async HANDLER_TIMEOUT(t) {
    const soon = await heldServer(t, { HANDLER_TIMEOUT: SOON })
    const later = await heldServer(t, { HANDLER_TIMEOUT: LATER })
    const answers = [create(soon, FERN), create(later, FERN)] as const
    t.match(await answers[0], [503])
    later.release()
    t.match(await answers[1], [200])
  },

  async MAX_CONNECTIONS(t) {
    const running = await server(t, { MAX_CONNECTIONS: '2' })
    const kept = [await send(t, running, firstHalf), await send(t, running, firstHalf)]
    t.equal(await (await send(t, running, firstHalf)).closed, '')
    for (const { socket } of kept) t.notOk(socket.destroyed)
  },

  async MAX_REQUESTS(t) {
    const running = await heldServer(t, { MAX_REQUESTS: '2', HANDLER_TIMEOUT: LATER })
    const three = [1, 2, 3].map((id) => create(running, { id, name: 'fern' }))
    t.match(await Promise.race(three), [503, { error: 50300 }])
    running.release()
    const statuses = (await Promise.all(three)).map(([status]) => status)
    t.same(statuses.sort(), [200, 200, 503], 'the others only waited')
  },

  async BODY_MEMORY(t) {
    const [head, rest] = rawCreate(JSON.stringify({ id: 1, name: 'x'.repeat(60_000) }))
    // Four that stop one byte before their end are more than that, and less than the default.
    const halves = async (env: Environment) => {
      const running = await server(t, { ...LONG, BODY_LIMIT: '65536', ...env })
      return Promise.all([1, 2, 3, 4].map(() => send(t, running, head + rest.slice(0, -1))))
    }
    const wires = await halves({ BODY_MEMORY: '65536' })
    const refused = await Promise.race(wires.map(({ until }) => until('}')))
    t.match(refused, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/)
    for (const { socket, until } of await halves({})) {
      socket.write('}')
      await until('"name"')
    }
  },

  async MAX_FAILED_TOKENS(t) {
    const running = await server(t, { MAX_FAILED_TOKENS: '2' })
    const guess = async () => (await create({ ...running, token: 'a-guess' }, FERN))[0]
    t.same([await guess(), await guess(), await guess()], [401, 401, 429])
    t.equal((await create(running, FERN))[0], 200)
  },

  async SHUTDOWN_DELAY(t) {
    const env = { STORE_URL: 'memory:', BEARER_TOKENS: token, ADMIN_PORT: '0' }
    const running = await launch(t, { ...env, SHUTDOWN_DELAY: LATER }, t.testdir())
    await running.logged('/metrics are at')
    const address = addressIn(running.output.stdout)
    running.child.kill('SIGTERM')
    while ((await fetch(`${address}/readyz`)).status !== 503);
    t.equal((await create({ ...running, token }, FERN))[0], 200, 'it serves all the same')
    running.child.kill('SIGINT')
    t.match(await running.exit, { code: 130 }, 'until the delay is over, or a second signal')
    t.equal(await (await server(t, { SHUTDOWN_DELAY: '300' })).stop(), true)
  },

  async SHUTDOWN_TIMEOUT(t) {
    const ending = async (running: Served) => {
      const { closed } = await send(t, running, firstHalf)
      await running.logged('incoming request')
      const stopped = running.stop()
      await closed
      return String(await stopped)
    }
    t.equal(await endsSooner(t, 'SHUTDOWN_TIMEOUT', ending), 'false')
  },
}

// They wait more than they work.
t.test('each setting has its effect', { jobs: 4 }, async (t) => {
  for (const [name, effect] of Object.entries(effects)) t.test(name, effect)
})
