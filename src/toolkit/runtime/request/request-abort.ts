import type { FastifyReply, FastifyRequest } from 'fastify'
import { onResponseEnd } from '../connections/response-end.js'
import { onSocketClose } from '../connections/socket-close.js'
import type { AbortState } from '../contract/handler.js'

/** The end of the work for a request before its response: the client has left, or its time is up. */
export class RequestAbort implements AbortState {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #controller: AbortController | undefined = undefined
  /** Prevents that the end of the connection aborts the signal. */
  #release: (() => void) | undefined = undefined
  #isAborted = false
  #isOver = false

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  get aborted(): boolean {
    // The socket of an injected request has no such member.
    return this.#isAborted || (!this.#isOver && this.#request.raw.socket.destroyed === true)
  }

  get reason(): unknown {
    return this.aborted ? this.signal.reason : undefined
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.signal.reason
  }

  /** Fastify's `request.signal` ends with the request body. */
  get signal(): AbortSignal {
    this.#controller ??= this.#open()
    return this.#controller.signal
  }

  abort(): void {
    this.#isAborted = true
    this.#controller?.abort()
  }

  /** The handler has answered. @param isWhole - False if its response is still produced. */
  end(isWhole: boolean): void {
    if (isWhole) {
      // What has been aborted stays so.
      this.#isAborted = this.aborted
      this.#isOver = true
      this.#release?.()
    } else if (!this.#isOver) onResponseEnd(this.#reply.raw, () => this.end(true))
  }

  #open(): AbortController {
    const controller = new AbortController()
    if (this.aborted) controller.abort()
    else if (!this.#isOver)
      this.#release = onSocketClose(this.#request.raw.socket, () => controller.abort())
    return controller
  }
}
