import type { Server } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inboundOf } from './controlled-socket.js'
import type { Inbound } from './inbound.js'
import { linger } from './linger.js'

/**
 * Ends connections when an app closes without losing a request. Every response then announces the
 * end of its connection (RFC 9112, section 9.6), and an idle connection gets `grace` milliseconds
 * for a request that is on its way. Node would reset it at once.
 */
export function drainOnClose(
  app: FastifyInstance,
  connections: ReadonlySet<Inbound>,
  state: { isClosing: boolean },
  grace: number,
): void {
  const { server } = app
  const begin = () => {
    if (state.isClosing) return
    state.isClosing = true
    const timer = setInterval(endIdle(connections), grace)
    server.once('close', () => clearInterval(timer))
  }
  // Node and Fastify call this when they close.
  server.closeIdleConnections = begin
  app.addHook('preClose', async () => {
    begin()
    await accepted(server, grace)
  })
}

/** Announces the end of a connection in its last response, if the app closes. */
export function announceEnd(state: { readonly isClosing: boolean }, reply: FastifyReply): void {
  if (!state.isClosing) return
  const inbound = inboundOf(reply.request.raw.socket)
  if (inbound === undefined || inbound.endWith(reply.raw)) reply.header('connection', 'close')
}

/** Waits until pending connections are accepted (one per turn): a closed port resets them. */
async function accepted(server: Server, time: number): Promise<void> {
  const end = performance.now() + time
  let quiet = 0
  const note = () => {
    quiet = 0
  }
  server.on('connection', note)
  // The first turn may end before Node has accepted.
  while (quiet++ < 2 && performance.now() < end) await turn()
  server.off('connection', note)
}

/** Ends the connections that have been idle since the last call. */
function endIdle(connections: ReadonlySet<Inbound>): () => void {
  let known = bytesRead(connections)
  const end = () => {
    for (const inbound of connections) {
      const { isIdle, socket } = inbound
      if (isIdle && known.get(inbound) === socket.bytesRead) linger(socket)
    }
    known = bytesRead(connections)
  }
  // Reads first what has arrived.
  return () => void setImmediate(end)
}

function bytesRead(connections: ReadonlySet<Inbound>): ReadonlyMap<Inbound, number> {
  return new Map([...connections].map((inbound) => [inbound, inbound.socket.bytesRead]))
}
