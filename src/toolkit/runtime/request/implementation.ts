import type { OperationContract } from '../contract/contract.js'
import type {
  MissingHandler,
  OperationHandler,
  OperationRequest,
  OperationResult,
} from '../contract/handler.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'

export type Answering = (given: OperationRequest) => OperationResult | Promise<OperationResult>

/** Makes what answers an operation, when the operation is loaded. */
export type Implementation = (operation: OperationContract) => Answering

export function implementations(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  missing: MissingHandler | undefined,
): (operationId: string) => Implementation | undefined {
  return (operationId) => {
    const own = handlerOf(handlers, operationId)
    const instead: Implementation | undefined =
      missing && ((operation) => (given) => missing(operation, given.fastify, given.reply, given))
    if (own === undefined) return instead
    if (instead === undefined) return () => own
    return (operation) => unlessUnwritten(own, instead(operation))
  }
}

/** The handler, or its substitute where it says that it is not written yet. */
function unlessUnwritten(handler: Answering, instead: Answering): Answering {
  return async (given) => {
    try {
      return await handler(given)
    } catch (thrown) {
      const isUnwritten =
        thrown instanceof HttpRefusal && thrown.body.error === errors.notImplemented.error
      if (isUnwritten) return instead(given)
      throw thrown
    }
  }
}

/** Handlers may be methods of a class, but not of `Object.prototype`. */
function handlerOf(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  operationId: string,
): Answering | undefined {
  const everywhere = operationId in Object.prototype && !Object.hasOwn(handlers, operationId)
  const handler = everywhere ? undefined : handlers[operationId]
  return typeof handler === 'function' ? (handler.bind(handlers) as Answering) : undefined
}
