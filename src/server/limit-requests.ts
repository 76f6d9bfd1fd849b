import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onResponseEnd, unavailable } from 'fastify-contract'

/**
 * Refuses requests while `limit` others are in progress: from the arrival of the body to the start of the
 * response, so that slow clients do not count. Requests that arrive together are refused after their bodies.
 */
export function limitRequests(app: FastifyInstance, limit: number): void {
  const inProgress = new RequestsInProgress()
  let isCurrent = false
  const isFull = () => {
    // Once in a turn: there may be many requests to refuse.
    if (inProgress.count >= limit && !isCurrent) {
      inProgress.endLeft()
      isCurrent = true
      setImmediate(() => {
        isCurrent = false
      })
    }
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
