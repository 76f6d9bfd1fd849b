import { once } from 'node:events'
import process from 'node:process'
import { mock } from 'node:test'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { start, stop } from '../../src/server/start.js'
import { gate } from '../helpers/gate.js'
import { capture, linesOf, portOf, testConfig } from './helpers.js'
import { open } from './http.js'

const TIMEOUT = 100_000

/** Lets the time-out pass until something comes true, on a clock that stands still otherwise. */
function fakeClock(t: Test): (holds: () => boolean) => Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  return async (holds) => {
    while (!holds()) {
      mock.timers.tick(TIMEOUT)
      await new Promise(setImmediate)
    }
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
  const { socket, received } = await open(port)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun
  const pass = fakeClock(t)
  const stopped = stop(service)
  await pass(() => lines().length === 1)
  t.equal(await stopped, false)
  t.equal(await received, '')
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
  const pass = fakeClock(t)
  const stopped = stop(service)
  await asked.passed
  await pass(() => lines().length === 2)
  t.equal(await stopped, false)
  t.match(lines(), [{ msg: 'the app is closed' }, { level: 50, msg: /the store did not close/ }])
})

t.test('an idle connection does not delay the stop, however short its time is', async (t) => {
  const service = await start(testConfig({ shutdownTimeout: 900 }), capture())
  const { socket } = await open(service.port)
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.teardown(() => mock.timers.reset())
  const begun = gate()
  const { setInterval } = globalThis
  t.intercept(globalThis, 'setInterval', {
    value: (...args: Parameters<typeof setInterval>) => {
      begun.open()
      return setInterval(...args)
    },
  })
  const stopped = stop(service)
  await begun.passed
  mock.timers.tick(899)
  t.equal(await stopped, true)
  socket.destroy()
})
