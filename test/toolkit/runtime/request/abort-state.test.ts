import { setImmediate } from 'node:timers/promises'
import type { AbortState } from 'fastify-contract'
import t from 'tap'
import { gate } from '../../../helpers/gate.js'
import { recordLog } from '../../../helpers/log.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'
import { REQUEST, slowContract } from './slow-contract.js'

const contract = await slowContract(t)

t.test('the state of the signal is known without the signal', async (t) => {
  const arrived = gate()
  const left = gate()
  const seen: unknown[] = []
  const found = gate()
  let kept: AbortState | undefined
  const handlers = {
    async work({ abortState }: { abortState: AbortState }) {
      kept = abortState
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
  await app.close()
  t.equal(kept?.aborted, true, 'behind the answer too')
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
