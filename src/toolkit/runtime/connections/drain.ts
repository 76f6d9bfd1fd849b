import type { Server, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Inbound } from './inbound.js'
import { linger } from './linger.js'

/**
 * Ends connections when an app closes so that no request is lost: every response says from then on that
 * its connection ends (RFC 9112, section 9.6), and an idle connection is given `grace` milliseconds, in
 * which the request may arrive that its client has sent meanwhile. Node would reset it at once.
 */
export function drainOnClose(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Inbound>,
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
  // Node and Fastify call it when they close.
  server.closeIdleConnections = begin
  app.addHook('preClose', async () => {
    begin()
    await accepted(server, grace)
  })
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const inbound = connections.get(raw.socket)
    if (state.isClosing && (inbound === undefined || inbound.endWith(reply.raw))) {
      reply.header('connection', 'close')
    }
    done()
  })
}

/**
 * Waits until whoever has been connected is accepted: where the port is closed before, they are reset.
 * Node accepts one in each turn.
 */
async function accepted(server: Server, time: number): Promise<void> {
  const end = performance.now() + time
  let quiet = 0
  const note = () => {
    quiet = 0
  }
  server.on('connection', note)
  // The first turn may be over before it has looked.
  while (quiet++ < 2 && performance.now() < end) await turn()
  server.off('connection', note)
}

/** Ends the connections that are idle and have been since it was called last. */
function endIdle(connections: ReadonlyMap<Socket, Inbound>): () => void {
  let known = bytesRead(connections)
  const end = () => {
    for (const [socket, { isIdle }] of connections) {
      if (isIdle && known.get(socket) === socket.bytesRead) linger(socket)
    }
    known = bytesRead(connections)
  }
  // After what has arrived has been read.
  return () => void setImmediate(end)
}

function bytesRead(connections: ReadonlyMap<Socket, Inbound>): ReadonlyMap<Socket, number> {
  return new Map([...connections.keys()].map((socket) => [socket, socket.bytesRead]))
}
