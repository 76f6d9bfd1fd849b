import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ContractError } from '../errors/contract-error.js'
import { unavailable } from '../errors/unavailable.js'
import { stateOf } from '../exchange/request-state.js'

/** As many bytes of each body are not counted: connections are limited, and most bodies are small. */
export const UNCOUNTED = 16_384

/** What one body takes. */
export interface HeldBody {
  /** It has so many bytes now. */
  grow(length: number): void
  /** It has arrived, and is held until its response is there or its client has left. */
  keep(request: FastifyRequest): void
  release(): void
}

interface ArrivingBody {
  length: number
  refuse(error: ContractError): void
}

/** What the request bodies of an app take together. */
export class BodyMemory {
  readonly #limit: number
  #length = 0
  /** The oldest first. */
  readonly #arriving = new Set<ArrivingBody>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** A body begins to arrive; `refuse` is called when there is no room for it any more. */
  open(refuse: (error: ContractError) => void): HeldBody {
    const body: ArrivingBody = { length: 0, refuse }
    const release = () => this.#release(body)
    return {
      grow: (length) => this.#grow(body, length),
      keep: (request) => {
        this.#arriving.delete(body)
        this.#keep(request, release)
      },
      release,
    }
  }

  /** The response to a request is there. */
  end(request: FastifyRequest): void {
    stateOf(request).releaseBody?.()
  }

  #grow(body: ArrivingBody, length: number): void {
    this.#arriving.add(body)
    this.#length += length - body.length
    body.length = length
    for (const oldest of this.#arriving) {
      if (this.#length <= this.#limit) return
      this.#release(oldest)
      oldest.refuse(unavailable())
    }
  }

  #release(body: ArrivingBody): void {
    this.#arriving.delete(body)
    this.#length -= body.length
    body.length = 0
  }

  #keep(request: FastifyRequest, release: () => void): void {
    const { socket } = request.raw
    const state = stateOf(request)
    const end = () => {
      socket.off('close', end)
      delete state.releaseBody
      release()
    }
    state.releaseBody = end
    socket.once('close', end)
  }
}

const memories = new WeakMap<Server, BodyMemory>()

/** What the request bodies of an app may take; none: as much as they are. */
export function bodyMemory({ server }: FastifyInstance): BodyMemory | undefined {
  return memories.get(server)
}

/**
 * Bounds how many bytes the request bodies of an app that are read whole take together. Where it would be
 * more, the body that has been arriving for the longest is refused, 503 with `Retry-After`; small bodies
 * are not counted. Without it slow clients can have a server hold as many bodies of the largest size as
 * there are connections.
 *
 * ```ts
 * limitBodies(app, 16 * 2 ** 20)
 * ```
 *
 * @param memory - In bytes; at least the largest body that a route takes.
 */
export function limitBodies(app: FastifyInstance, memory: number): void {
  const all = new BodyMemory(memory)
  memories.set(app.server, all)
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A stream may still be made of it.
    if (!(payload instanceof Readable)) all.end(request)
    done()
  })
}
