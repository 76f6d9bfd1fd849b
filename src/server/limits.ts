import cluster from 'node:cluster'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onResponseEnd, unavailable } from 'fastify-contract'

/**
 * Closes connections beyond `limit` at once, and logs that once per `quietFor` milliseconds, because there
 * may be thousands.
 */
export function limitConnections(app: FastifyInstance, limit: number, quietFor = 60_000): void {
  let isQuiet = false
  closeBeyond(app, limit, () => {
    if (isQuiet) return
    isQuiet = true
    setTimeout(() => {
      isQuiet = false
    }, quietFor).unref()
    app.log.warn({ limit }, 'too many connections; see MAX_CONNECTIONS')
  })
}

function closeBeyond(app: FastifyInstance, limit: number, dropped: () => void): void {
  if (!cluster.isWorker) {
    app.server.maxConnections = limit
    app.server.on('drop', dropped)
    return
  }
  // With `maxConnections` a worker of node:cluster gives a connection back to the primary, which offers it
  // to the next one at once: while all are full that goes round without an end.
  let open = 0
  app.server.prependListener('connection', (socket: Socket) => {
    if (open >= limit) {
      socket.destroy()
      dropped()
      return
    }
    open++
    socket.once('close', () => open--)
  })
}

/**
 * Refuses requests while `limit` others are in progress: from the arrival of the body to the start of the
 * response, so that slow clients do not count. Requests that arrive together are refused after their bodies.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  const inProgress = new RequestsInProgress()
  let isCurrent = false
  const isFull = () => {
    if (inProgress.count < limit || isCurrent) return inProgress.count >= limit
    inProgress.endLeft()
    // Once in a turn: there may be many requests to refuse.
    isCurrent = true
    setImmediate(() => {
      isCurrent = false
    })
    return inProgress.count >= limit
  }
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isFull() ? unavailable() : undefined)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (isFull()) return void done(unavailable())
    inProgress.begin(request)
    done()
  })
  app.addHook('onSend', (request, { raw }, payload, done) => {
    // The handler still produces a stream.
    if (payload instanceof Readable) onResponseEnd(raw, () => inProgress.end(request))
    else inProgress.end(request)
    done()
  })
}

const INDEX = Symbol('index among the requests in progress')

type CountedRequest = FastifyRequest & { [INDEX]?: number }

/** In an array, without order: V8's sets keep finished requests in memory until a full collection. */
class RequestsInProgress {
  readonly #all: CountedRequest[] = []

  get count(): number {
    return this.#all.length
  }

  begin(request: CountedRequest): void {
    request[INDEX] = this.#all.push(request) - 1
  }

  end(request: CountedRequest): void {
    const { [INDEX]: index = -1 } = request
    const last = this.#all.at(-1)
    if (index < 0 || last === undefined) return
    last[INDEX] = index
    this.#all[index] = last
    this.#all.pop()
    request[INDEX] = -1
  }

  /** Ends those whose clients have left: they get no response. */
  endLeft(): void {
    for (const request of [...this.#all]) {
      if (request.raw.socket.destroyed) this.end(request)
    }
  }
}
