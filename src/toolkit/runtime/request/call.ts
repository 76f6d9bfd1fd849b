import type { Readable } from 'node:stream'
import type { FastifyReply, RouteHandlerMethod } from 'fastify'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { applyConversions } from '../../validation/conversions/converted-values.js'
import { inexact, rounded } from '../../validation/conversions/inexact-integers.js'
import type { OperationRequest, OperationResult } from '../contract/handler.js'
import { ThrownResult } from '../contract/thrown-result.js'
import { HttpRefusal, unavailable } from '../errors/http-refusal.js'
import { undecodableIn } from '../errors/undecodable.js'
import { loadedModule } from '../loading/lazy.js'
import { discard } from '../response/streams.js'
import { items, multipart } from './body-modules.js'
import type { Deadline } from './deadlines.js'
import { handlerError } from './handler-error.js'
import { RequestAbort } from './request-abort.js'
import { type ReceivedRequest, STATE } from './request-state.js'

/** Calls the handler of an operation with what has been read, and sends its result. */
export const callHandler: RouteHandlerMethod = (request, reply) => {
  new HandlerCall(request as ReceivedRequest, reply).begin()
}

/**
 * A call of a handler. It returns or throws its response; anything else that it throws is its error,
 * except a `HttpRefusal`. A late one is cancelled, 503 is answered, and its result is discarded.
 */
class HandlerCall implements Deadline {
  readonly #request: ReceivedRequest
  readonly #reply: FastifyReply
  readonly #abort: RequestAbort
  #isLate = false

  constructor(request: ReceivedRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
    this.#abort = new RequestAbort(request, reply)
  }

  begin(): void {
    const { media } = this.#request[STATE]
    const body = bodyOf(this.#request)
    // What is not read in parts is there.
    if (media?.media.kind !== 'multipart') this.#call(body)
    else {
      const read = body as Promise<unknown>
      read.then((parts) => this.#call(parts)).catch((error) => this.#reply.send(error))
    }
  }

  #call(body: unknown): void {
    const { plan } = this.#request[STATE]
    const given = handlerRequest(this.#request, this.#reply, this.#abort, body)
    plan.settings.deadlines?.add(this)
    let answer: OperationResult | Promise<OperationResult>
    try {
      answer = plan.answer(given)
    } catch (thrown) {
      this.#thrown(thrown)
      return
    }
    Promise.resolve(answer).then(
      (result) => this.#answered(result),
      (thrown) => this.#thrown(thrown),
    )
  }

  #answered(result: OperationResult): void {
    if (this.#isLate) discard(result?.body)
    else {
      this.#request[STATE].plan.settings.deadlines?.delete(this)
      this.#send(result)
    }
  }

  late(): void {
    const { deadlines } = this.#request[STATE].plan.settings
    this.#isLate = true
    this.#abort.abort()
    this.#fail(unavailable(new Error(`the handler has not answered in ${deadlines?.time} ms`)))
  }

  #thrown(thrown: unknown): void {
    const { operation, settings } = this.#request[STATE].plan
    if (!this.#isLate) {
      settings.deadlines?.delete(this)
      this.#fail(thrown)
    } else if (thrown instanceof ThrownResult) discard(thrown.result.body)
    else if ((thrown as Error | undefined)?.name !== 'AbortError') {
      const { operationId } = operation
      this.#request.log.warn({ err: thrown, operation: operationId }, LATE_FAILURE)
    }
  }

  #send(result: OperationResult): void {
    this.#abort.end(this.#request[STATE].plan.responses.send(result, this.#reply))
  }

  #fail(thrown: unknown): void {
    const result = this.#resultOf(thrown)
    if (result !== undefined) {
      this.#send(result)
      return
    }
    this.#abort.end(true)
    this.#reply.send(handlerError(this.#request[STATE].plan.operation, thrown))
  }

  /** The result that a thrown value is, if it is one. */
  #resultOf(thrown: unknown): OperationResult | undefined {
    if (thrown instanceof ThrownResult) return thrown.result
    if (thrown instanceof HttpRefusal) return undefined
    const { operation, settings } = this.#request[STATE].plan
    try {
      return settings.mapError?.(thrown, this.#request)
    } catch (err) {
      this.#request.log.error({ err, operation: operation.operationId }, 'mapError failed')
      return undefined
    }
  }
}

const LATE_FAILURE = 'a handler failed after its time was up'

/** The body that a handler gets; a promise for one that is read in parts. */
function bodyOf({ body, [STATE]: { plan, media: selected } }: ReceivedRequest): unknown {
  if (selected === undefined) return undefined
  const { media, type, conversions } = selected
  if (media.kind === 'sequential') {
    return loadedModule(items).itemsOf(body as Readable, media, plan.explain)
  }
  if (media.kind === 'multipart') {
    const { multipartBody } = loadedModule(multipart)
    return multipartBody(body as Readable, type, media, plan.settings.multipart, plan.explain)
  }
  const value = conversions === undefined ? body : converted(body, conversions)
  const isExact = typeof value !== 'symbol' && !inexact.has(value as object)
  return isExact ? value : rounded(value)
}

function converted(body: unknown, conversions: Conversions): unknown {
  try {
    return applyConversions(body, conversions)
  } catch (error) {
    throw undecodableIn('body', error, body, conversions)
  }
}

/**
 * An own member, so that a copy of the request has it, with one getter for all requests: engines make
 * an accessor of a new function much more slowly.
 */
const SIGNAL: PropertyDescriptor & ThisType<{ readonly abortState: RequestAbort }> = {
  configurable: true,
  enumerable: true,
  get() {
    return this.abortState.signal
  },
}

/** The request of a handler: the parts that the operation documents. */
function handlerRequest(
  request: ReceivedRequest,
  reply: FastifyReply,
  abortState: RequestAbort,
  body: unknown,
): OperationRequest {
  const { plan, principals, parameters, media } = request[STATE]
  const { log } = request
  const given: Record<string, unknown> = { abortState, log, fastify: request, reply }
  Object.defineProperty(given, 'signal', SIGNAL)
  if (parameters !== undefined) {
    for (const name of plan.parameterNames) given[name] = parameters[name]
  }
  if (plan.operation.requestBody !== undefined) {
    if (plan.hasSeveralTypes && media !== undefined) given.contentType = media.contentType
    given.body = body
  }
  if (principals !== undefined) given.security = principals
  return given as unknown as OperationRequest
}
