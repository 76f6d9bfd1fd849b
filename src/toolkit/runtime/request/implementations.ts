import type { MissingHandler, OperationHandler } from '../contract/handler.js'
import type { Implementation } from './served-operation.js'

/** What answers each operation. */
export function implementations(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  missing: MissingHandler | undefined,
): (operationId: string) => Implementation | undefined {
  return (operationId) => {
    const handler = handlerOf(handlers, operationId)
    if (handler !== undefined) return (_operation, given) => handler(given as never)
    return missing && ((operation, _given, ...context) => missing(operation, ...context))
  }
}

/** Handlers may be methods of a class; what every object has is none. */
function handlerOf(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  operationId: string,
): OperationHandler | undefined {
  const everywhere = operationId in Object.prototype && !Object.hasOwn(handlers, operationId)
  const handler = everywhere ? undefined : handlers[operationId]
  return typeof handler === 'function' ? handler.bind(handlers) : undefined
}
