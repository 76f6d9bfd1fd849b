import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationRequest } from '../contract/handler.js'
import { stateOf } from '../exchange/request-state.js'
import type { OperationPlan } from './operation-plan.js'
import type { RequestAbort } from './request-abort.js'

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
export function handlerRequest(
  { operation, hasSeveralTypes, parameterNames }: OperationPlan,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  abortState: RequestAbort,
): OperationRequest {
  const { principals, parameters, media } = stateOf(request)
  const { log } = request
  const given: Record<string, unknown> = { abortState, log, fastify: request, reply }
  Object.defineProperty(given, 'signal', SIGNAL)
  if (parameters !== undefined) {
    for (const name of parameterNames) given[name] = parameters[name]
  }
  if (operation.requestBody !== undefined) {
    if (hasSeveralTypes && media !== undefined) given.contentType = media.contentType
    given.body = body
  }
  if (principals !== undefined) given.security = principals
  return given as unknown as OperationRequest
}
