import type { Server, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { promisify } from 'node:util'
import type { FastifyReply } from 'fastify'
import { unansweredOf } from './unanswered.js'

export interface Closing {
  state: 'open' | 'closing' | 'closed'
  /** True if a client has been told that its connection ends: it may open another one. */
  isTold?: true
  /** What responses wait for: the end of the port, with which a client's next connection would be reset. */
  port?: Promise<void>
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

/** Resolves when the server listens no more, or does in spite of its end: another plugin may wait for a response before. */
export async function serverClosed(server: Server): Promise<void> {
  for (let steps = 0; server.listening && steps < 50; steps++) await wait(STEP)
}

/**
 * The connections of a server, with the time of each; Node closes none by itself that has never been used.
 *
 * @param accepted - Called with each new connection.
 */
export function openSockets(server: Server, accepted: (socket: Socket) => void) {
  const sockets = new Map<Socket, number>()
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    sockets.set(socket, performance.now())
    socket.once('close', () => sockets.delete(socket))
    accepted(socket)
  })
  return sockets
}

/**
 * Ends a connection without an unanswered request. The first request of a new one may be on its way: it has `grace`
 * milliseconds since it was accepted.
 */
export function endIdle(socket: Socket, accepted: number, grace: number): void {
  const unanswered = unansweredOf(socket)
  const rest = accepted + grace - performance.now()
  if (unanswered === undefined && rest > 0) setTimeout(endIdle, rest, socket, accepted, 0).unref()
  else if (!unanswered?.count) socket.destroySoon()
}

/**
 * Announces the end of a connection in its last response (RFC 9112, section 9.6); in any one when
 * the time is over, since a client that always sends ahead has no last one.
 */
export function announceEnd(closing: Closing, state: Closing['state'], reply: FastifyReply): void {
  if (state === 'open') return
  const unanswered = unansweredOf(reply.request.raw.socket)
  if (unanswered === undefined) return
  if (unanswered.latest === reply.raw || state === 'closed') {
    reply.header('connection', 'close')
    closing.isTold = true
  }
  // Fastify announces it in all of them, and would lose the others.
  else if (reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection')
}
