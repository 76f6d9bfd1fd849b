import { Readable } from 'node:stream'
import type { FastifyReply, RouteHandlerMethod } from 'fastify'
import { lazy } from '../../shared/memoize.js'
import { itemsOf } from '../bodies/items.js'
import type { OperationRequest, OperationResult } from '../contract/handler.js'
import { ThrownResult } from '../contract/thrown-result.js'
import { HttpRefusal, unavailable } from '../errors/http-refusal.js'
import { logThrown } from '../errors/log-thrown.js'
import { handlerError } from '../errors/response-error.js'
import { convertedAt } from '../errors/violations.js'
import { discard } from '../response/streams.js'
import type { OperationPlan } from './operation-route.js'
import { RequestAbort } from './request-abort.js'
import { type ReceivedRequest, STATE } from './request-state.js'

/**
 * Calls the handler of an operation with what has been read. Fastify sends what this resolves with, and
 * answers what it throws, so that whoever watches handlers sees both.
 */
export const callHandler: RouteHandlerMethod = async (given, reply) => {
  const request = given as ReceivedRequest
  const { plan, media } = request[STATE]
  const abort = new RequestAbort(reply)
  // What is not read in parts is there.
  const body = media?.media.kind === 'multipart' ? await bodyOf(request) : bodyOf(request)
  const asked = handlerRequest(request, reply, abort, body)
  try {
    let result: OperationResult
    try {
      result = await inTime(plan, asked, abort)
    } catch (thrown) {
      if (reply.sent) return logLate(thrown, asked)
      result = await thrownResult(plan, thrown, asked)
    }
    if (reply.sent) return discard(result?.body)
    const payload = plan.prepare(result, reply)
    abort.end(!(payload instanceof Readable))
    return payload
  } catch (error) {
    abort.end(true)
    throw error
  }
}

/** What a handler answers. A late one is cancelled, 503 is answered, and what it answers is dropped. */
function inTime(
  { answer, settings: { handlerTimeout } }: OperationPlan,
  asked: OperationRequest,
  abort: RequestAbort,
): OperationResult | Promise<OperationResult> {
  const answered = answer(asked)
  if (handlerTimeout === undefined) return answered
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      abort.abort()
      reject(unavailable(new Error(`the handler has not answered in ${handlerTimeout} ms`)))
    }, handlerTimeout)
    Promise.resolve(answered).then(
      (result) => {
        if (isLate) return discard(result?.body)
        clearTimeout(timer)
        resolve(result)
      },
      (thrown) => {
        if (isLate) return logLate(thrown, asked)
        clearTimeout(timer)
        reject(thrown)
      },
    )
  })
}

/** The response that a handler throws, or `mapError` makes of what it throws. @throws {Error} the error to answer. */
async function thrownResult(
  { operation, settings: { mapError } }: OperationPlan,
  thrown: unknown,
  { fastify, log }: OperationRequest,
): Promise<OperationResult> {
  if (thrown instanceof ThrownResult) return thrown.result
  if (mapError !== undefined && !(thrown instanceof HttpRefusal)) {
    try {
      const mapped = await mapError(thrown, fastify)
      if (mapped !== undefined) return mapped
    } catch (err) {
      logThrown(log, 'error', { err, operation: operation.operationId }, 'mapError failed')
    }
  }
  throw handlerError(operation, thrown)
}

/** What is thrown when there is a response already. */
function logLate(thrown: unknown, { fastify, log }: OperationRequest): void {
  const { operationId: operation } = fastify.routeOptions.config
  if (thrown instanceof ThrownResult) discard(thrown.result.body)
  else if (!isAbort(thrown))
    logThrown(log, 'warn', { err: thrown, operation }, 'a handler failed after its time was up')
}

function isAbort(thrown: unknown): boolean {
  try {
    return Object(thrown).name === 'AbortError'
  } catch {
    return false
  }
}

/** What reads parts takes some time to load, and few contracts have them. */
export const loadMultipart = lazy(() => import('../multipart/read-multipart.js'))

/** The body that a handler gets; a promise for one that is read in parts. */
function bodyOf({ body, [STATE]: { plan, media: selected } }: ReceivedRequest): unknown {
  if (selected === undefined) return undefined
  const { media, type, conversions } = selected
  if (media.kind === 'sequential') {
    return itemsOf(body as Readable, media, plan.explain)
  }
  if (media.kind === 'multipart') {
    const { multipart } = plan.settings
    return loadMultipart().then(({ multipartBody }) =>
      multipartBody(body as Readable, type, media, multipart, plan.explain),
    )
  }
  return convertedAt('body', body, conversions)
}

/**
 * An own member, so that a copy of the request has it, with one getter for all requests: a new function for
 * each takes 6 % of a create.
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
