import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onResponseEnd, unavailable } from 'fastify-contract'

declare module 'fastify' {
  interface FastifyRequest {
    countedOn: Connection | undefined
  }
}

/** The requests of one connection that are in progress. */
interface Connection {
  count: number
}

/**
 * Refuses requests while `limit` others are in progress: from the arrival of the body to the start of the
 * response, so that slow clients do not count. Requests that arrive together are refused after their bodies.
 *
 * They are counted, not listed: a set of requests keeps what the garbage collector would have taken, and
 * costs 8 % of a create (2026-11-28).
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  const connections = new WeakMap<Socket, Connection>()
  let inProgress = 0
  const connectionOf = (socket: Socket): Connection => {
    const connection = { count: 0 }
    connections.set(socket, connection)
    // Requests whose client has left get no response.
    socket.once('close', () => {
      inProgress -= connection.count
      connection.count = 0
    })
    return connection
  }
  const end = (request: FastifyRequest) => {
    const connection = request.countedOn
    request.countedOn = undefined
    if (connection === undefined || connection.count === 0) return
    connection.count--
    inProgress--
  }
  app.decorateRequest('countedOn')
  app.addHook('onRequest', (_request, _reply, done) => {
    done(inProgress < limit ? undefined : unavailable())
  })
  // In the stage of the validation: a stage of its own takes 0.3 KB of the 15 KB that a create allocates.
  app.addHook('preValidation', (request, _reply, done) => {
    if (inProgress >= limit) return void done(unavailable())
    const { socket } = request.raw
    if (!socket.destroyed) {
      request.countedOn = connections.get(socket) ?? connectionOf(socket)
      request.countedOn.count++
      inProgress++
    }
    done()
  })
  app.addHook('onSend', (request, { raw }, payload, done) => {
    // The handler still produces a stream.
    if (payload instanceof Readable) onResponseEnd(raw, () => end(request))
    else end(request)
    done()
  })
}
