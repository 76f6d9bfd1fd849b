import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import {
  announceEnd,
  type Closing,
  drained,
  endIdle,
  openSockets,
  serverClosed,
} from './closing.js'
import { waitForBody } from './last-response.js'
import { countUnanswered, forgetAnswered } from './unanswered.js'

/** Milliseconds in which clients whose connections have ended open others. */
const REOPENED = 50

/** Options of `connections`. */
export interface ConnectionOptions {
  /** Most unanswered requests of a connection; one more closes it. Default: 64. */
  readonly unanswered?: number
  /** Time that idle connections stay open when the app closes, in milliseconds. Default: 1000. */
  readonly grace?: number
  /**
   * Resolves when no other process accepts connections of the port either: the primary of node:cluster does until
   * the last worker has closed its server. Called when this server is closed. Default: at once.
   */
  readonly portClosed?: () => Promise<unknown>
}

/**
 * A Fastify plugin for the connections of a whole app, to be registered before other hooks are
 * added; for HTTP/1.1 servers.
 *
 * - A client that sends ahead more requests than `unanswered` loses its connection.
 * - Requests of a connection that is closed are not begun.
 * - A response that ends its connection is sent after the body of its request has arrived.
 * - When the app closes, each response announces the end of its connection, the last ones once the port is
 *   closed, and idle connections get `grace` milliseconds for a request that is on its way: new ones since
 *   they were accepted.
 *
 * ```ts
 * const app = fastify({ clientErrorHandler, return503OnClosing: false })
 * await app.register(connections)
 * ```
 */
export const connections = fp(addConnections, {
  name: 'fastify-contract/connections',
  fastify: '^5.0.0 || >=6.0.0-alpha.0 <6.0.0',
})

async function addConnections(
  app: FastifyInstance,
  { unanswered = 64, grace = 1_000, portClosed = async () => {} }: ConnectionOptions,
): Promise<void> {
  // It has limits of its own.
  if (app.initialConfig.http2) return
  const closing: Closing = { state: 'open' }
  const end = (socket: Socket, accepted: number) => endIdle(socket, accepted, grace)
  const sockets = openSockets(app.server, (socket) => {
    if (closing.state === 'closed') end(socket, performance.now())
  })
  // Before Fastify, which may answer at once.
  app.server.prependListener('request', (_request, response) => {
    count(response, unanswered, closing)
  })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // Node parses all that it has read, also when the connection is closed meanwhile.
    if (raw.socket.destroyed) reply.hijack()
    else done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { state, port } = closing
    const send = () => {
      announceEnd(closing, state, reply)
      waitForBody(request, reply, payload, done)
    }
    if (port === undefined) send()
    else port.then(send)
  })
  app.addHook('preClose', async () => {
    closing.state = 'closing'
    await drained(app.server, grace)
    closing.port = serverClosed(app.server)
      .then(portClosed)
      .then(() => {
        closing.state = 'closed'
        for (const [socket, accepted] of sockets) end(socket, accepted)
      })
    if (closing.isTold) await wait(REOPENED)
  })
}

function count(response: ServerResponse, limit: number, closing: Closing): void {
  const { socket } = response.req
  const unanswered = countUnanswered(socket, response)
  if (unanswered.count > limit) socket.destroy()
  response.on('finish', () => {
    unanswered.count--
    forgetAnswered(unanswered)
    // It was not known as the last one when its head was sent.
    if (closing.state === 'closed' && unanswered.count === 0) socket.destroySoon()
  })
}
