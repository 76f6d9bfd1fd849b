import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { drainOnClose } from './drain.js'
import type { HeadFault } from './heads.js'
import { Inbound } from './inbound.js'
import { lingerSoon } from './linger.js'
import { Turns } from './turns.js'
import { Unread } from './unread.js'

/** What the connections of an app may take. */
export interface ConnectionLimits {
  /** The largest head of a request, in bytes as they arrive. Default: Node's `maxHeaderSize`. */
  readonly headerLimit?: number
  /**
   * How many requests may be under way beyond the first one of each connection (pipelining); what else
   * is sent ahead waits. Default: 128.
   */
  readonly pipelined?: number
  /**
   * How many bytes may wait for clients to read them; beyond that the connections are closed whose
   * clients have not read for the longest. Default: 16 MiB.
   */
  readonly responseMemory?: number
  /** How long an idle connection stays open when the app closes, in milliseconds. Default: 1000. */
  readonly grace?: number
}

/** How often closed connections are logged at most, in milliseconds. */
const QUIET = 60_000

/**
 * Bounds what clients can make a server hold, and ends connections without losing what was sent. To be
 * called once, before other hooks are added; for servers of HTTP/1.1.
 *
 * - Requests that a client sends ahead are begun as there is room, and connections take turns.
 * - What arrives while an early refusal is sent is read and thrown away for a while, so that the client
 *   sees the refusal instead of a reset.
 * - When the app closes, requests that have been sent are answered, and idle connections get a grace.
 *
 * ```ts
 * const app = fastify({ clientErrorHandler })
 * controlConnections(app)
 * ```
 */
export function controlConnections(app: FastifyInstance, limits: ConnectionLimits = {}): void {
  const { headerLimit = maxHeaderSize, pipelined = 128, grace = 1_000 } = limits
  const { server } = app
  const connections = new Map<Socket, Inbound>()
  const unread = new Unread(limits.responseMemory ?? 2 ** 24, connections, warner(app))
  const shared = {
    isClosing: false,
    turns: new Turns(pipelined),
    headerLimit,
    refuse: (code: HeadFault, socket: Socket) => {
      const error = Object.assign(new Error('the head of a request is refused'), { code })
      server.emit('clientError', error, socket)
    },
    held: (length: number) => unread.add(length),
  }
  const take = (socket: Socket) => {
    // On a server of HTTPS this is the connection below.
    if (!('parser' in socket)) return
    connections.set(socket, new Inbound(socket, shared))
    socket.once('close', () => connections.delete(socket))
    socket.destroySoon = lingerSoon
  }
  server.on('connection', take).on('secureConnection', take)
  server.prependListener('clientError', (_error, socket) =>
    connections.get(socket as Socket)?.stop(),
  )
  function finished(this: ServerResponse): void {
    connections.get(this.req.socket)?.end()
  }
  server.prependListener('request', (request, response) => {
    connections.get(request.socket)?.begin(request, response.on('finish', finished))
  })
  app.addHook('onSend', (_request, _reply, payload, done) => {
    unread.add(lengthOf(payload))
    done()
  })
  drainOnClose(app, connections, shared, grace)
}

/** Of what is sent whole; a stream waits for its reader. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0
}

function warner({ log }: FastifyInstance): (closed: number) => void {
  let quietUntil = 0
  return (closed) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + QUIET
    log.warn({ closed }, 'clients do not read their responses: their connections are closed')
  }
}
