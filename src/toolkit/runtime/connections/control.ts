import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { keepTickShape } from '../exchange/tick-shape.js'
import { announceEnd, drainOnClose } from './closing.js'
import { inboundOf, keepInbound } from './controlled-socket.js'
import { IdleTimes } from './idle-times.js'
import { Inbound } from './inbound.js'
import { lingerSoon } from './linger.js'
import type { HeadErrorCode } from './request-splitter.js'
import { limitUnread } from './responses.js'
import { Turns } from './turns.js'

/** Limits for the connections of an app. */
export interface ConnectionLimits {
  /** Largest head of a request, in received bytes. Default: Node's `maxHeaderSize`. */
  readonly headerLimit?: number
  /** Most pipelined requests in progress beyond one per connection. Default: 128. */
  readonly pipelined?: number
  /** Most unread bytes; beyond it the slowest clients are disconnected. Default: 16 MiB. */
  readonly responseMemory?: number
  /** Time that an idle connection stays open at the end, in milliseconds. Default: 1000. */
  readonly grace?: number
}

/** Shortest time between two log entries on closed connections, in milliseconds. */
const QUIET = 60_000

/**
 * Limits the memory and work that clients can cause, and ends connections without losing data. To
 * be called once, before other hooks are added; for HTTP/1.1 servers.
 *
 * - Pipelined requests start when there is room, and connections take turns.
 * - Data that arrives while an early refusal is sent is discarded for a while, so that the client
 *   sees the refusal instead of a reset.
 * - When the app closes, requests that have been sent are answered, and idle connections get a
 *   grace period.
 * - Idle connections whose time-out is ten seconds or longer end up to two seconds late.
 *
 * ```ts
 * const app = fastify({ clientErrorHandler })
 * controlConnections(app)
 * ```
 */
export function controlConnections(app: FastifyInstance, limits: ConnectionLimits = {}): void {
  keepTickShape()
  const { headerLimit = maxHeaderSize, pipelined = 128, grace = 1_000 } = limits
  const { server } = app
  const connections = new Set<Inbound>()
  const addUnread = limitUnread(limits.responseMemory ?? 2 ** 24, connections, warner(app))
  const shared = {
    isClosing: false,
    turns: new Turns(pipelined),
    headerLimit,
    refuse: (code: HeadErrorCode, socket: Socket) => {
      const error = Object.assign(new Error('the head of a request is refused'), { code })
      server.emit('clientError', error, socket)
    },
    held: addUnread,
  }
  const idleTimes = new IdleTimes()
  const take = (socket: Socket) => {
    // On an HTTPS server this is the underlying TCP connection.
    if (!('parser' in socket)) return
    const inbound = new Inbound(socket, shared)
    connections.add(inbound)
    keepInbound(socket, inbound)
    socket.once('close', () => connections.delete(inbound))
    socket.destroySoon = lingerSoon
    idleTimes.add(socket)
  }
  server.on('connection', take).on('secureConnection', take)
  server.prependListener('clientError', (_error, socket) => inboundOf(socket as Socket)?.stop())
  server.prependListener('request', (request, response) => {
    inboundOf(request.socket)?.begin(request, response.on('finish', finished))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    announceEnd(shared, reply)
    // A stream waits for its reader.
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array
    addUnread(isWhole ? payload.length : 0)
    done()
  })
  drainOnClose(app, connections, shared, grace)
}

function finished(this: ServerResponse): void {
  inboundOf(this.req.socket)?.end()
}

function warner({ log }: FastifyInstance): (closed: number) => void {
  let quietUntil = 0
  return (closed) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + QUIET
    log.warn({ closed }, 'clients do not read their responses: their connections are closed')
  }
}
