import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onConnectionEnd, onResponseEnd, unavailable } from 'fastify-contract'

/**
 * Closes connections beyond `limit` at once, and logs that once per `quietFor` milliseconds, because there
 * may be thousands.
 */
export function limitConnections(app: FastifyInstance, limit: number, quietFor = 60_000): void {
  app.server.maxConnections = limit
  let isQuiet = false
  app.server.on('drop', () => {
    if (isQuiet) return
    isQuiet = true
    setTimeout(() => {
      isQuiet = false
    }, quietFor).unref()
    app.log.warn({ limit }, 'too many connections; see MAX_CONNECTIONS')
  })
}

/**
 * Refuses requests while `limit` others are in progress: from the arrival of the body to the start of the
 * response, so that slow clients do not count. Requests that arrive together are refused after their bodies.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  /** Functions that end the count of each request in progress. */
  const inProgress = new Map<FastifyRequest, () => void>()
  app.addHook('onRequest', (_request, _reply, done) => {
    done(inProgress.size < limit ? undefined : unavailable())
  })
  app.addHook('preHandler', (request, { raw }, done) => {
    if (inProgress.size >= limit) {
      done(unavailable())
      return
    }
    // A client that has left gets no response.
    const forget = onConnectionEnd(raw.req.socket, () => inProgress.delete(request))
    if (!raw.req.socket.destroyed) inProgress.set(request, forget)
    done()
  })
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const forget = inProgress.get(request)
    if (forget !== undefined) {
      const end = () => {
        forget()
        inProgress.delete(request)
      }
      // The handler still produces a stream.
      if (payload instanceof Readable) onResponseEnd(raw, end)
      else end()
    }
    done()
  })
}
