import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onResponseEnd, unavailable } from 'fastify-contract'

/** The requests of a connection that are in progress. */
interface InProgress {
  count: number
}

/** The member of a request that is in progress. */
const PROGRESS = Symbol('requests in progress of a connection')

type CountedRequest = FastifyRequest & { [PROGRESS]?: InProgress | undefined }

/**
 * Refuses requests while `limit` others are in progress: from the arrival of the body to the start of the
 * response, so that slow clients do not count. Requests that arrive together are refused after their bodies.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  let total = 0
  const connections = new WeakMap<Socket, InProgress>()
  /** A client that has left gets no response. */
  const connectionOf = (socket: Socket): InProgress => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const progress = { count: 0 }
    connections.set(socket, progress)
    socket.once('close', () => {
      total -= progress.count
      progress.count = 0
    })
    return progress
  }
  const end = (request: CountedRequest) => {
    const progress = request[PROGRESS]
    request[PROGRESS] = undefined
    if (!progress?.count) return
    progress.count--
    total--
  }
  app.addHook('onRequest', (_request, _reply, done) => {
    done(total < limit ? undefined : unavailable())
  })
  // The validation is a hook of this stage, too: another stage takes longer than another hook.
  app.addHook('preValidation', (request: CountedRequest, _reply, done) => {
    if (total >= limit) return void done(unavailable())
    const { socket } = request.raw
    if (!socket.destroyed) {
      request[PROGRESS] = connectionOf(socket)
      request[PROGRESS].count++
      total++
    }
    done()
  })
  app.addHook('onSend', (request: CountedRequest, { raw }, payload, done) => {
    // The handler still produces a stream.
    if (payload instanceof Readable) onResponseEnd(raw, () => end(request))
    else end(request)
    done()
  })
}
