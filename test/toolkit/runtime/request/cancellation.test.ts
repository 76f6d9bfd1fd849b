import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { AbortState } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { type Serving, serveLogged } from '../../../helpers/serve-document.js'
import { dial } from '../../../helpers/wire.js'
import { contractIn } from '../keeping.js'

const contract = await contractIn('POST /work: { operationId: work, body: true, 200: true }')

const REQUEST = 'POST /work {}'

type Request = { signal: AbortSignal; abortState: AbortState; body: unknown }

/** An app whose one operation takes and returns any JSON. */
async function working(t: Test, work: (request: Request) => unknown, more: Serving = {}) {
  const { app, lines, faults } = await serveLogged(t, contract, { handlers: { work }, ...more })
  const inject = (payload: string) => {
    const headers = { 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url: '/work', payload, headers })
  }
  return { app, inject, lines, faults, connect: async () => dial(t, app) }
}

const done = { status: 200, body: null }

t.test('the signal is aborted when the client leaves, and only then', async (t) => {
  const arrived = gate()
  let signal: AbortSignal | undefined
  const { app, connect, faults } = await working(t, async (request) => {
    signal = request.signal
    t.equal(request.signal, signal, 'one signal for a request')
    arrived.open()
    await once(signal, 'abort')
    signal.throwIfAborted()
  })
  const { ask, socket } = await connect()
  ask(REQUEST)
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

t.test('a handler that looks afterwards finds its request aborted, and why', async (t) => {
  const [arrived, left, found] = [gate(), gate(), gate()]
  const seen: unknown[] = []
  let kept: AbortState | undefined
  const { app, connect } = await working(t, async (request) => {
    const { abortState } = request
    kept = abortState
    seen.push([abortState.aborted, abortState.reason])
    abortState.throwIfAborted()
    arrived.open()
    await left.passed
    seen.push(abortState.aborted, (abortState.reason as Error).name, request.signal.aborted)
    try {
      abortState.throwIfAborted()
    } catch (error) {
      seen.push(error === abortState.reason)
    }
    found.open()
    return done
  })
  app.addHook('onRequest', async (_, reply) => void reply.raw.once('close', left.open))
  const { ask, socket } = await connect()
  ask(REQUEST)
  await arrived.passed
  socket.destroy()
  await found.passed
  t.same(seen, [[false, undefined], true, 'AbortError', true, true])
  await app.close()
  t.equal(kept?.aborted, true, 'behind the answer too')
})

t.test('the signal is aborted behind another response too', async (t) => {
  const arrived = [gate(), gate()]
  const signals: AbortSignal[] = []
  const { connect } = await working(t, async ({ signal }) => {
    arrived[signals.push(signal) - 1]?.open()
    await new Promise(() => {})
  })
  const { ask, socket } = await connect()
  ask(REQUEST, REQUEST)
  await Promise.all(arrived.map(({ passed }) => passed))
  const aborted = signals.map((signal) => once(signal, 'abort'))
  socket.destroy()
  await Promise.all(aborted)
  t.ok(signals.every((signal) => signal.aborted))
})

t.test('a finished response aborts nothing', async (t) => {
  const signals: AbortSignal[] = []
  const { app, connect } = await working(t, async ({ signal }) => ({
    status: 200,
    body: signals.push(signal),
  }))
  const { ask, socket, closed, until } = await connect()
  ask(REQUEST)
  await until('\r\n\r\n1')
  ask(REQUEST)
  await until('\r\n\r\n2')
  socket.destroy()
  await closed
  await app.close()
  t.notOk(signals.some((signal) => signal.aborted))
})

t.test('an injected request is not aborted', async (t) => {
  const seen: unknown[] = []
  const { inject } = await working(t, ({ abortState, signal }) => {
    seen.push(abortState.aborted, signal.aborted)
    return done
  })
  await inject('{}')
  t.same(seen, [false, false])
})

t.test('a response that a host has begun ends the connection, and not the process', async (t) => {
  const { app, connect, lines } = await working(t, async () => done)
  app.addHook('preHandler', (_request, { raw }, done) => {
    raw.writeHead(200).write('some of it')
    done()
  })
  const { ask, closed } = await connect()
  ask(REQUEST)
  await closed
  t.match(JSON.stringify(lines), '"msg":"request failed"')
})

t.test('a late handler is answered 503, its signal aborted and its result discarded', async (t) => {
  const [late, discarded] = [gate(), gate()]
  let signal: AbortSignal | undefined
  const stream = new Readable({ read() {} }).once('close', discarded.open)
  const work = async (request: Request) => {
    if (request.body === 'quick') return { status: 200, body: 'done' }
    signal = request.signal
    await late.passed
    return { status: 200, body: stream }
  }
  const { inject, faults } = await working(t, work, { handlerTimeout: 40 })
  t.match(await inject('"quick"'), { statusCode: 200, body: '"done"' })
  const response = await inject('{}')
  t.match(response, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(response.json(), { error: 50300 })
  t.equal(signal?.aborted, true)
  t.match(faults(), [{ msg: 'request failed', err: { message: /has not answered in 40 ms/ } }])
  late.open()
  await discarded.passed
})

/** The log of a handler that fails after its time, with this or because it was cancelled. */
async function late(t: Test, failure: unknown): Promise<unknown[]> {
  const [late, found] = [gate(), gate()]
  const work = async ({ signal }: Request) => {
    await late.passed
    t.equal(signal.aborted, true)
    found.open()
    if (failure === undefined) signal.throwIfAborted()
    throw failure
  }
  const { inject, lines } = await working(t, work, { handlerTimeout: 20 })
  t.equal((await inject('{}')).statusCode, 503)
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
