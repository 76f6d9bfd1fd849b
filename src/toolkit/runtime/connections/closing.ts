import type { Server, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { promisify } from 'node:util'
import type { FastifyReply } from 'fastify'
import { unansweredOf } from './unanswered.js'

export interface Closing {
  state: 'open' | 'closing' | 'closed'
}

/** Milliseconds between two looks at the number of connections. */
const STEP = 10

/** Waits until all connections have ended, or for `grace` milliseconds. */
export async function drained(server: Server, grace: number): Promise<void> {
  const count = promisify(server.getConnections.bind(server))
  const end = performance.now() + grace
  while (server.listening && performance.now() < end) {
    // At first too: connections that the system has accepted reach Node one after the other.
    await wait(STEP)
    if ((await count()) === 0) return
  }
}

/** The connections of a server; Node closes none by itself that has never been used. */
export function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Ends the connections without an unanswered request. */
export function endIdle(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    if (!unansweredOf(socket)?.all.size) socket.destroySoon()
  }
}

/**
 * Announces the end of a connection in its last response (RFC 9112, section 9.6); in any one when
 * the time is over, since a client that always sends ahead has no last one.
 */
export function announceEnd({ state }: Closing, reply: FastifyReply): void {
  const unanswered = unansweredOf(reply.request.raw.socket)
  if (state === 'open' || unanswered === undefined) return
  if (unanswered.latest === reply.raw || state === 'closed') reply.header('connection', 'close')
  // Fastify announces it in all of them, and would lose the others.
  else if (reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection')
}
