import type { Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { onResponseEnd } from '../connections/response-end.js'
import { type HttpRefusal, unavailable } from '../errors/http-refusal.js'

/** Bytes of each body that are not counted: connections are limited, most bodies small. */
export const UNCOUNTED = 16_384

export type HeldBody = ReturnType<BodyMemory>

interface ArrivingBody {
  length: number
  refuse(error: HttpRefusal): void
}

type BodyMemory = ReturnType<typeof memoryOf>

/** Memory of all request bodies of an app, up to a number of bytes. */
function memoryOf(limit: number) {
  let total = 0
  /** Oldest first. */
  const arriving = new Set<ArrivingBody>()
  const release = (body: ArrivingBody) => {
    arriving.delete(body)
    total -= body.length
    body.length = 0
  }
  /** Starts to count a body; `refuse` is called when there is no room for it any more. */
  return (refuse: (error: HttpRefusal) => void) => {
    const body: ArrivingBody = { length: 0, refuse }
    return {
      grow(length: number): void {
        arriving.add(body)
        total += length - body.length
        body.length = length
        for (const oldest of arriving) {
          if (total <= limit) return
          release(oldest)
          oldest.refuse(unavailable())
        }
      },
      /** Keeps the memory until the response has been sent, or the client has left. */
      keep(response: ServerResponse): void {
        arriving.delete(body)
        onResponseEnd(response, () => release(body))
      },
      release: () => release(body),
    }
  }
}

const MEMORY = Symbol('memory of request bodies')

type LimitedServer = Server & { [MEMORY]?: BodyMemory }

/** The memory for the request bodies of an app, if it is limited. */
export function bodyMemory({ server }: { readonly server: LimitedServer }): BodyMemory | undefined {
  return server[MEMORY]
}

/**
 * Limits the memory of all request bodies that an app reads whole. When it is used up, the body
 * that has been arriving for the longest is refused with 503 and `Retry-After`; small bodies are
 * not counted. Without a limit, slow clients can make a server hold one body of the largest size
 * for each connection.
 *
 * ```ts
 * limitBodies(app, 16 * 2 ** 20)
 * ```
 *
 * @param memory - In bytes; at least the largest body of any route.
 */
export function limitBodies(app: Pick<FastifyInstance, 'server'>, memory: number): void {
  const server: LimitedServer = app.server
  server[MEMORY] = memoryOf(memory)
}
