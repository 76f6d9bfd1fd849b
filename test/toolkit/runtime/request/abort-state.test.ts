import { setImmediate } from 'node:timers/promises'
import type { AbortState } from 'fastify-contract'
import t from 'tap'
import { gate } from '../../../helpers/gate.js'
import { recordLog } from '../../../helpers/log.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'

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

t.test('the state of the signal is known without the signal', async (t) => {
  const arrived = gate()
  const left = gate()
  const seen: unknown[] = []
  const found = gate()
  const handlers = {
    async work({ abortState }: { abortState: AbortState }) {
      seen.push([abortState.aborted, abortState.reason])
      abortState.throwIfAborted()
      arrived.open()
      await left.passed
      seen.push(abortState.aborted, (abortState.reason as Error).name)
      try {
        abortState.throwIfAborted()
      } catch (error) {
        seen.push(error === abortState.reason)
      }
      found.open()
      return { status: 200, body: null }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  const { socket } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await arrived.passed
  socket.destroy()
  while ((await new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))) !== 0)
    await setImmediate()
  left.open()
  await found.passed
  t.same(seen, [[false, undefined], true, 'AbortError', true])
})

t.test('an injected request is not aborted', async (t) => {
  const seen: unknown[] = []
  const handlers = {
    work: ({ abortState, signal }: { abortState: AbortState; signal: AbortSignal }) => {
      seen.push(abortState.aborted, signal.aborted)
      return { status: 200, body: null }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  await app.inject({ method: 'POST', url: '/', payload: {} })
  t.same(seen, [false, false])
})

t.test('a response that a host has begun ends the connection, and not the process', async (t) => {
  const { logger, lines } = recordLog()
  const handlers = { work: async () => ({ status: 200, body: null }) }
  const app = await serveContract(t, contract, { handlers, server: { logger } })
  app.addHook('preHandler', (_request, { raw }, done) => {
    raw.writeHead(200).write('some of it')
    done()
  })
  const { socket, closed } = await dial(t, await listen(app))
  socket.write(REQUEST)
  await closed
  t.ok(
    lines.some(({ msg }) => msg === 'request failed'),
    JSON.stringify(lines),
  )
})
