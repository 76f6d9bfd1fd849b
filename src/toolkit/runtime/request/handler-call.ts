import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPromise } from '../../shared/promises.js'
import type { OperationResult } from '../contract/handler.js'
import { ThrownResult } from '../contract/thrown-result.js'
import { ContractError, unavailable } from '../errors/contract-error.js'
import { discard } from '../response/streams.js'
import type { Deadline } from './deadlines.js'
import { handlerError } from './handler-error.js'
import { handlerRequest } from './handler-request.js'
import type { Implementation } from './implementation.js'
import type { OperationPlan } from './operation-plan.js'
import { RequestAbort } from './request-abort.js'

/**
 * A call of a handler. It returns or throws its response; anything else that it throws is its error,
 * except a `ContractError`. A late one is cancelled, 503 is answered, and its result is discarded.
 */
export class HandlerCall implements Deadline {
  readonly #plan: OperationPlan
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #abort: RequestAbort
  #isLate = false

  constructor(plan: OperationPlan, request: FastifyRequest, reply: FastifyReply) {
    this.#plan = plan
    this.#request = request
    this.#reply = reply
    this.#abort = new RequestAbort(request, reply)
  }

  run(implement: Implementation, body: unknown): void {
    const { operation, settings } = this.#plan
    const given = handlerRequest(this.#plan, body, this.#request, this.#reply, this.#abort)
    let answer: OperationResult | Promise<OperationResult>
    try {
      answer = implement(operation, given, this.#request, this.#reply)
    } catch (thrown) {
      this.#fail(thrown)
      return
    }
    if (!isPromise(answer)) {
      this.#send(answer)
      return
    }
    settings.deadlines?.add(this)
    answer.then(
      (result) => this.#answered(result),
      (thrown) => this.#thrown(thrown),
    )
  }

  late(): void {
    const { deadlines } = this.#plan.settings
    this.#isLate = true
    this.#abort.abort()
    this.#fail(unavailable(new Error(`the handler has not answered in ${deadlines?.time} ms`)))
  }

  #answered(result: OperationResult): void {
    if (this.#isLate) discard(result?.body)
    else {
      this.#plan.settings.deadlines?.delete(this)
      this.#send(result)
    }
  }

  #thrown(thrown: unknown): void {
    if (!this.#isLate) {
      this.#plan.settings.deadlines?.delete(this)
      this.#fail(thrown)
    } else if (thrown instanceof ThrownResult) discard(thrown.result.body)
    else if ((thrown as Error | undefined)?.name !== 'AbortError') {
      const { operationId } = this.#plan.operation
      this.#request.log.warn({ err: thrown, operation: operationId }, LATE_FAILURE)
    }
  }

  #send(result: OperationResult): void {
    this.#abort.end(this.#plan.responses.send(result, this.#reply))
  }

  #fail(thrown: unknown): void {
    const result = this.#resultOf(thrown)
    if (result !== undefined) {
      this.#send(result)
      return
    }
    this.#abort.end(true)
    this.#reply.send(handlerError(this.#plan.operation, thrown))
  }

  /** The result that a thrown value is, if it is one. */
  #resultOf(thrown: unknown): OperationResult | undefined {
    if (thrown instanceof ThrownResult) return thrown.result
    if (thrown instanceof ContractError) return undefined
    const { operation, settings } = this.#plan
    try {
      return settings.mapError?.(thrown, this.#request)
    } catch (err) {
      this.#request.log.error({ err, operation: operation.operationId }, 'mapError failed')
      return undefined
    }
  }
}

const LATE_FAILURE = 'a handler failed after its time was up'
