import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPromise } from '../../shared/promises.js'
import type { OperationContract } from '../contract/contract.js'
import type {
  MissingHandler,
  OperationHandler,
  OperationRequest,
  OperationResult,
} from '../contract/handler.js'
import { ContractError, errors } from '../errors/contract-error.js'

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
    const instead: Implementation | undefined =
      missing && ((operation, given, ...context) => missing(operation, ...context, given))
    if (handler === undefined) return instead
    const own: Implementation = (_operation, given) => handler(given as never)
    return instead === undefined ? own : unlessUnwritten(own, instead)
  }
}

/** The handler, or its substitute where it says that it is not written yet. */
function unlessUnwritten(handler: Implementation, instead: Implementation): Implementation {
  return (...given) => {
    const substitute = (thrown: unknown) => {
      if (isUnwritten(thrown)) return instead(...given)
      throw thrown
    }
    try {
      const answer = handler(...given)
      return isPromise(answer) ? answer.catch(substitute) : answer
    } catch (thrown) {
      return substitute(thrown)
    }
  }
}

function isUnwritten(thrown: unknown): boolean {
  return thrown instanceof ContractError && thrown.body.error === errors.notImplemented.error
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
