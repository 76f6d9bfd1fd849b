import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContract } from '../contract/contract.js'
import type {
  MissingHandler,
  OperationHandler,
  OperationRequest,
  OperationResult,
} from '../contract/handler.js'

/** Answers an operation: its handler, or a substitute. */
export type Implementation = (
  operation: OperationContract,
  given: OperationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => OperationResult | Promise<OperationResult>

export function implementations(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  missing: MissingHandler | undefined,
): (operationId: string) => Implementation | undefined {
  return (operationId) => {
    const handler = handlerOf(handlers, operationId)
    if (handler !== undefined) return (_operation, given) => handler(given as never)
    return missing && ((operation, given, ...context) => missing(operation, ...context, given))
  }
}

/** Handlers may be methods of a class, but not of `Object.prototype`. */
function handlerOf(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  operationId: string,
): OperationHandler | undefined {
  const everywhere = operationId in Object.prototype && !Object.hasOwn(handlers, operationId)
  const handler = everywhere ? undefined : handlers[operationId]
  return typeof handler === 'function' ? handler.bind(handlers) : undefined
}
