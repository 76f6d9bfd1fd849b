import { once } from 'node:events'
import process from 'node:process'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { start, stop } from '../../src/server/start.js'
import { gate } from '../helpers/gate.js'
import { dial } from '../helpers/wire.js'
import { capture, linesOf, portOf, testConfig } from './helpers.js'

/** The time-out of a stop in these tests, which no test waits for. */
const TIMEOUT = 900

/** Holds time-outs of a stop; the returned function lets the next one pass, as soon as it has begun. */
function heldTimeouts(t: Test): () => Promise<void> {
  const { setTimeout } = globalThis
  const begun: (() => void)[] = []
  t.intercept(globalThis, 'setTimeout', {
    value: (callback: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => {
      if (ms !== TIMEOUT) return setTimeout(callback, ms, ...args)
      begun.push(() => callback(...args))
      return undefined
    },
  })
  return async () => {
    while (begun.length === 0) await new Promise(setImmediate)
    begun.shift()?.()
  }
}

/** A service with one route that never responds, and a store that closes when the test says so. */
async function rig(close: () => Promise<void>) {
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'warn' }, forceCloseConnections: 'idle' })
  const begun = gate()
  app.get('/', () => begun.open())
  app.addHook('onClose', async () => void output.write('{"msg":"the app is closed"}\n'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const store = { close } as Parameters<typeof stop>[0]['store']
  const port = portOf(app)
  const config = testConfig({ shutdownTimeout: TIMEOUT })
  const service: Parameters<typeof stop>[0] = {
    ...{ app, store, config, port, token: undefined, metrics: undefined, tracing: undefined },
    isStopping: false,
  }
  return { service, port, begun: begun.passed, output, lines: () => linesOf(output.text()) }
}

t.test('the store is closed after the app', async (t) => {
  heldTimeouts(t)
  const { service, output, lines } = await rig(async () => {
    output.write('{"msg":"the store is closed"}\n')
  })
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timers()
  t.equal(await stop(service), true)
  t.same(timers(), before, 'no timer holds the process')
  t.same(lines(), [{ msg: 'the app is closed' }, { msg: 'the store is closed' }])
})

t.test('requests that take too long are cut off', async (t) => {
  const { service, port, begun, lines } = await rig(async () => {})
  const { socket, closed } = await dial(t, port)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun
  const pass = heldTimeouts(t)
  const stopped = stop(service)
  await pass()
  t.equal(await stopped, false)
  t.equal(await closed, '')
  t.match(lines(), [
    { level: 40, msg: /cut off; see SHUTDOWN_TIMEOUT/ },
    { msg: 'the app is closed' },
  ])
})

t.test('a store that does not close does not delay the exit', async (t) => {
  const asked = gate()
  const { service, lines } = await rig(() => {
    asked.open()
    return new Promise(() => {})
  })
  const timeouts = heldTimeouts(t)
  const stopped = stop(service)
  await asked.passed
  await timeouts() // of the app, which has closed
  await timeouts()
  t.equal(await stopped, false)
  t.match(lines(), [{ msg: 'the app is closed' }, { level: 50, msg: /the store did not close/ }])
})

t.test('spans are sent while the store closes', async (t) => {
  heldTimeouts(t)
  const sent = gate()
  const { service } = await rig(() => sent.passed)
  const tracing = { close: async () => sent.open() } as typeof service.tracing
  t.equal(await stop({ ...service, tracing }), true)
})

t.test('an idle connection does not delay the stop, however short its time is', async (t) => {
  const service = await start(testConfig({ shutdownTimeout: TIMEOUT }), capture())
  const { socket } = await dial(t, service.port)
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  heldTimeouts(t)
  const { setInterval } = globalThis
  t.intercept(globalThis, 'setInterval', {
    value: (callback: () => void, ms: number) => setInterval(callback, ms < TIMEOUT ? 1 : 2 ** 30),
  })
  t.equal(await stop(service), true)
})
