/** The effect of each setting. */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import t, { type Test } from 'tap'
import type { Environment } from '../../src/server/config.js'
import { type SettingName, settings } from '../../src/server/settings.js'
import { rowsOf } from '../helpers/rows.js'
import { asks, talkAt } from '../helpers/talk.js'
import { dial, type Wire } from '../helpers/wire.js'
import { heldStore } from '../store/changed-store.js'
import { linesOf, otherHost, rawCreate, testApp, token, urlHost } from './helpers.js'
import { create, launch } from './process.js'
import { adminIn, asked, configOf, type Served, serve } from './served.js'

const FERN = { id: 1, name: 'fern' }

/** A server whose store answers nobody until it is told to. */
async function heldServer(t: Test, env: Environment) {
  const { store, release } = heldStore()
  const { listen } = await testApp(t, configOf(env), store)
  t.teardown(release)
  return { base: `http://127.0.0.1:${await listen()}`, token, release }
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
    serve(t, { ...LONG, LOG_LEVEL: 'debug', [name]: SOON }),
    serve(t, { ...LONG, LOG_LEVEL: 'debug', [name]: LATER }),
  ])
  let ended = false
  ending(later).then(() => (ended = true))
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

const rawFern = rawCreate(JSON.stringify(FERN))
const [firstHalf] = rawFern

/** What a client of MCP sends. */
const CALL = `(accept: application/json, text/event-stream; authorization: Bearer ${token}) {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"createPlant","arguments":{"body":{"id":1,"name":"fern"}}}}`
const OF_OTHERS = CALL.replace(token, 'other')

/** Settings, and what a server with them is asked, and answers; `logs` is what it has logged then. */
const ANSWERS = `
  BASE_PATH=/garden | create 1 fern -> 200 | POST /plants {"id":1,"name":"fern"} -> 404
  DOCS=on BASE_PATH=/garden | GET /garden/docs -> 200 | GET /garden/openapi.yaml -> 200
  DOCS=off BASE_PATH=/garden | GET /garden/docs -> 404 | GET /garden/openapi.yaml -> 200
  MCP=on BASE_PATH=/garden MAX_REQUESTS=2 | POST /garden/mcp ${CALL} -> 200 …"structuredContent":{"name":"fern"}…
  MCP=on BASE_PATH=/garden | POST /garden/mcp ${OF_OTHERS} -> 200 …"isError":true…
  MCP=off BASE_PATH=/garden | POST /garden/mcp ${CALL} -> 404
  BEARER_TOKENS=the-first-token,the-other-token | create 1 fern as the-first-token -> 200 | create 1 fern as the-other-token -> 200 | create 1 fern -> 401
  REQUEST_ID_HEADER=x-trace-id | GET / (x-trace-id: of-a-proxy) -> 404 (…x-trace-id: of-a-proxy…) … | logs "reqId":"of-a-proxy"
  LOG_FORMAT=pretty | create 1 fern -> 200 | logs ] INFO: 200 | logs ms POST /plants
  BODY_LIMIT=100 | create 1 x*82 -> 200 | create 1 x*83 -> 413
  HEADER_LIMIT=4096 | GET /openapi.json (a: x*3000) -> 200 | GET /openapi.json (a: x*5000) -> 431
  KEEP_ALIVE_TIMEOUT=5000 | GET /openapi.json -> 200 (…keep-alive: timeout=5…) …
  MAX_FAILED_TOKENS=2 | create 1 fern as a-guess -> 401 | create 1 fern as a-guess -> 401 | create 1 fern as a-guess -> 429 | create 1 fern -> 200
`

/** The effects that are more than an answer. */
const effects: Readonly<Partial<Record<SettingName, (t: Test) => Promise<void>>>> = {
  async HOST(t) {
    const running = await serve(t, { HOST: otherHost })
    const base = `http://${urlHost}:${running.port}`
    await running.logged(`Server listening at ${base}`)
    t.equal((await create({ base, token }, FERN))[0], 200)
    // Another process may have the port of another address.
    t.equal(running.log().match(/Server listening at/g)?.length, 1, 'nowhere else')
  },

  async ADMIN_HOST(t) {
    const { admin } = await serve(t, { ADMIN_HOST: otherHost, ADMIN_PORT: '0' })
    t.ok(admin.startsWith(`http://${urlHost}:`), admin)
    await asks(t, talkAt(admin))('GET /livez -> 200')
  },

  async BEARER_TOKENS_FILE(t) {
    const file = path.join(t.testdir({ tokens: 'the-first-token\n' }), 'tokens')
    const running = await serve(t, { BEARER_TOKENS: undefined, BEARER_TOKENS_FILE: file })
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
      const running = await serve(t, { LOG_LEVEL })
      await create(running, FERN)
      await running.stop()
      return linesOf(running.log()).map(({ msg }) => msg)
    }
    t.ok((await logged('info')).includes('request completed'))
    t.same(await logged('warn'), [])
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

  async HANDLER_TIMEOUT(t) {
    const soon = await heldServer(t, { HANDLER_TIMEOUT: SOON })
    const later = await heldServer(t, { HANDLER_TIMEOUT: LATER })
    const answers = [create(soon, FERN), create(later, FERN)] as const
    t.match(await answers[0], [503])
    later.release()
    t.match(await answers[1], [200])
  },

  async MAX_CONNECTIONS(t) {
    const running = await serve(t, { MAX_CONNECTIONS: '2' })
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
      const running = await serve(t, { ...LONG, BODY_LIMIT: '65536', ...env })
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

  async SHUTDOWN_DELAY(t) {
    const env = { STORE_URL: 'memory:', BEARER_TOKENS: token, ADMIN_PORT: '0' }
    const running = await launch(t, { ...env, SHUTDOWN_DELAY: LATER }, t.testdir())
    await running.logged('/metrics are at')
    const address = adminIn(running.output.stdout)
    running.child.kill('SIGTERM')
    while ((await fetch(`${address}/readyz`)).status !== 503);
    t.equal((await create({ ...running, token }, FERN))[0], 200, 'it serves all the same')
    const found = await running.end('SIGINT')
    t.match(found, { code: 130 }, 'until the delay is over, or a second signal')
    t.equal(await (await serve(t, { SHUTDOWN_DELAY: '300' })).stop(), true)
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

/** Settings whose effects other tests are about: `admin`, `metrics`, `refused-starts`, `tracing`. */
const ELSEWHERE = ['PORT', 'STORE_URL', 'ADMIN_PORT', 'WORKERS', 'OTEL_EXPORTER_OTLP_ENDPOINT']

// They wait more than they work.
t.test('each setting has its effect', { jobs: 4 }, async (t) => {
  const rows = rowsOf(ANSWERS)
  for (const [given = '', ...lines] of rows) {
    t.test(given, async (t) => {
      const server = await serve(t, parseEnv(given.replaceAll(' ', '\n')))
      for (const line of lines) {
        const [, text] = /^logs (.*)$/.exec(line) ?? []
        if (text === undefined) await asked(t, server)(line)
        else await server.logged(text)
      }
    })
  }
  for (const [name, effect] of Object.entries(effects)) t.test(name, effect)
  const named = rows.map(([given = '']) => given.replace(/=.*/, ''))
  const tested = new Set([...named, ...Object.keys(effects), ...ELSEWHERE])
  t.same([...tested].sort(), Object.keys(settings).sort(), 'there is no other setting')
})
