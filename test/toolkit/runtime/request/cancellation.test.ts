import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { recordLog } from '../../../helpers/log.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'
import { REQUEST, slowContract } from './slow-contract.js'

const contract = await slowContract(t)

t.test('the signal is aborted when the client leaves, and only then', async (t) => {
  const { logger, faults } = recordLog()
  const arrived = gate()
  let signal: AbortSignal | undefined
  const handlers = {
    async work(request: { signal: AbortSignal }) {
      signal = request.signal
      t.equal(request.signal, signal, 'one signal for a request')
      arrived.open()
      await once(signal, 'abort')
      signal.throwIfAborted()
    },
  }
  const app = await serveContract(t, contract, { handlers, server: { logger } })
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await arrived.passed
  t.equal(signal?.aborted, false, 'the body is read, the client waits')
  // Long enough for the request's own streams to be closed.
  await new Promise((resolve) => setTimeout(resolve, 50))
  t.equal(signal?.aborted, false)

  socket.destroy()
  await once(signal as AbortSignal, 'abort')
  t.match(signal?.reason, { name: 'AbortError' })
  await app.close()
  t.same(faults(), [], 'to leave is no fault of the server')
})

t.test('a handler that first reads the signal afterwards finds it aborted', async (t) => {
  const arrived = gate()
  const left = gate()
  const found = gate()
  let aborted: boolean | undefined
  const handlers = {
    async work(request: { signal: AbortSignal }) {
      arrived.open()
      await left.passed
      aborted = request.signal.aborted
      found.open()
      return { status: 200, body: null }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  app.addHook('onRequest', async (_, reply) => void reply.raw.once('close', left.open))
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await arrived.passed
  socket.destroy()
  await found.passed
  t.equal(aborted, true)
})

t.test('the signal is aborted behind another response too', async (t) => {
  const arrived = [gate(), gate()]
  const signals: AbortSignal[] = []
  const handlers = {
    async work({ signal }: { signal: AbortSignal }) {
      arrived[signals.push(signal) - 1]?.open()
      await new Promise(() => {})
    },
  }
  const app = await serveContract(t, contract, { handlers })
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST.repeat(2))
  await Promise.all(arrived.map(({ passed }) => passed))
  const aborted = signals.map((signal) => once(signal, 'abort'))
  socket.destroy()
  await Promise.all(aborted)
  t.same(
    signals.map(({ aborted }) => aborted),
    [true, true],
  )
})

t.test('a finished response aborts nothing', async (t) => {
  const signals: AbortSignal[] = []
  const handlers = {
    async work({ signal }: { signal: AbortSignal }) {
      signals.push(signal)
      return { status: 200, body: signals.length }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  const { socket, closed, until } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await until('\r\n\r\n1')
  socket.write(REQUEST)
  await until('\r\n\r\n2')
  socket.destroy()
  await closed
  await app.close()
  t.same(
    signals.map(({ aborted }) => aborted),
    [false, false],
  )
})

t.test('a late handler is answered 503, its signal aborted and its result discarded', async (t) => {
  const { logger, faults } = recordLog()
  const late = gate()
  const discarded = gate()
  let signal: AbortSignal | undefined
  const stream = new Readable({ read() {} }).once('close', discarded.open)
  const handlers = {
    async work(request: { signal: AbortSignal; body: unknown }) {
      if (request.body === 'quick') return { status: 200, body: 'done' }
      signal = request.signal
      await late.passed
      return { status: 200, body: stream }
    },
  }
  const app = await serveContract(t, contract, {
    handlers,
    handlerTimeout: 40,
    server: { logger },
  })
  const send = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
  t.match(await send('"quick"'), { statusCode: 200, body: '"done"' })
  const response = await send('{}')
  t.match(response, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(response.json(), { error: 50300 })
  t.equal(signal?.aborted, true)
  t.match(faults(), [{ msg: 'request failed', err: { message: /has not answered in 40 ms/ } }])
  late.open()
  await discarded.passed
})

/** The log of a handler that fails after its time, with this or because it was cancelled. */
async function late(t: Test, failure: unknown): Promise<unknown[]> {
  const late = gate()
  const found = gate()
  const handlers = {
    async work(request: { signal: AbortSignal }) {
      await late.passed
      t.equal(request.signal.aborted, true)
      found.open()
      if (failure === undefined) request.signal.throwIfAborted()
      throw failure
    },
  }
  const { logger, lines } = recordLog()
  const app = await serveContract(t, contract, { handlers, handlerTimeout: 20, server: { logger } })
  const response = await app.inject({ method: 'POST', url: '/', payload: {} })
  t.equal(response.statusCode, 503)
  late.open()
  await found.passed
  await setImmediate()
  return lines.filter(({ msg }) => msg === 'a handler failed after its time was up')
}

t.test('an error of a late handler is logged', async (t) => {
  const err = { message: 'nobody else sees this' }
  t.match(await late(t, new Error(err.message)), [{ operation: 'work', err }])
  t.match(await late(t, 'no error'), [{ err: 'no error' }])
  t.match(await late(t, null), [{ err: null }])
  t.same(await late(t, undefined), [], 'it was told to')
})

t.test('a malformed handlerTimeout is refused', async (t) => {
  for (const handlerTimeout of [0, -1, 1.5, 2 ** 31, '1' as never]) {
    const handlers = { work: () => ({ status: 200, body: null }) }
    await t.rejects(serveContract(t, contract, { handlers, handlerTimeout }), {
      message: 'Slow: handlerTimeout is a whole number of milliseconds',
    })
  }
})
