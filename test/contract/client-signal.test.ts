import { once } from 'node:events'
import t from 'tap'
import { ERROR, recordLog } from '../helpers/log.js'
import { contractOf, serveContract } from '../helpers/serve-document.js'
import { dial, listen } from '../helpers/wire.js'

const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Slow, version: '1' }
paths:
  /: { post: { operationId: work,
    requestBody: { content: { application/json: { schema: true } } },
    responses: { '200': { description: Done., content: { application/json: { schema: true } } } } } }
`,
)

const REQUEST =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

/** A gate that the test opens. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

t.test('the signal is aborted when the client leaves, and only then', async (t) => {
  const { logger, lines } = recordLog()
  const arrived = gate()
  let signal: AbortSignal | undefined
  const handlers = {
    async work(request: { signal: AbortSignal }) {
      signal = request.signal
      t.equal(request.signal, signal, 'one signal for a request')
      arrived.open()
      await once(signal, 'abort', { signal: AbortSignal.timeout(10_000) })
      signal.throwIfAborted()
    },
  }
  const app = await serveContract(t, contract, { handlers, server: { logger } })
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await arrived.opened
  t.equal(signal?.aborted, false, 'the body is read, the client waits')
  // Long enough for the request's own streams to be closed.
  await new Promise((resolve) => setTimeout(resolve, 50))
  t.equal(signal?.aborted, false)

  socket.destroy()
  await once(signal as AbortSignal, 'abort', { signal: AbortSignal.timeout(10_000) })
  t.match(signal?.reason, { name: 'AbortError' })
  await app.close()
  t.same(
    lines.filter(({ level }) => level >= ERROR),
    [],
    'to leave is no fault of the server',
  )
})

t.test('a handler that looks at the signal late finds it aborted', async (t) => {
  const arrived = gate()
  const left = gate()
  const found = gate()
  let aborted: boolean | undefined
  const handlers = {
    async work(request: { signal: AbortSignal }) {
      arrived.open()
      await left.opened
      aborted = request.signal.aborted
      found.open()
      return { status: 200, body: null }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  app.addHook('onRequest', async (_, reply) => void reply.raw.once('close', left.open))
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await arrived.opened
  socket.destroy()
  await found.opened
  t.equal(aborted, true)
})

t.test('an answer that has been sent aborts nothing', async (t) => {
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
