import type { FastifyReply } from 'fastify'
import { isLeft, onResponseEnd } from '../connections/response-end.js'
import type { AbortState } from '../contract/handler.js'

/**
 * The end of the work for a request before its response: the client has left, its time is up, or somebody else
 * has answered. Fastify's `request.signal` ends with the request body.
 */
export class RequestAbort implements AbortState {
  readonly #response: FastifyReply['raw']
  #controller: AbortController | undefined = undefined
  #isAborted = false
  #hasAnswered = false
  /** True when its response is whole, too. */
  #isOver = false

  constructor({ raw }: FastifyReply) {
    this.#response = raw
  }

  get aborted(): boolean {
    if (this.#isAborted || this.#isOver) return this.#isAborted
    return isLeft(this.#response) || (!this.#hasAnswered && this.#response.writableEnded)
  }

  get reason(): unknown {
    return this.aborted ? this.signal.reason : undefined
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.signal.reason
  }

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
    this.#hasAnswered = true
    if (isWhole) {
      // What has been aborted stays so, where somebody looks at it.
      if (this.#controller !== undefined && this.aborted) this.abort()
      this.#isOver = true
    } else onResponseEnd(this.#response, () => this.end(true))
  }

  #open(): AbortController {
    const controller = new AbortController()
    if (this.aborted) controller.abort()
    else if (!this.#isOver) {
      onResponseEnd(this.#response, (isSent) => {
        if (!this.#isOver && !(isSent && this.#hasAnswered)) this.abort()
      })
    }
    return controller
  }
}
