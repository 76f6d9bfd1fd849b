import type { RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'
import type { MissingHandler, OperationHandler } from '../contract/handler.js'
import { HIDDEN } from '../routing/other-methods.js'
import { closeBody } from './body.js'
import type { Implementation, ServedOperation } from './served-operation.js'

/**
 * The Fastify route of an operation, which is prepared for its first request: a contract may have more
 * than a thousand. Fastify gets no schema, which it would keep and compile.
 */
export function operationRoute(route: OperationRoute, served: () => ServedOperation): RouteOptions {
  const { operationId, method, url } = route
  return {
    method,
    url,
    schema: HIDDEN,
    config: { operation: route, operationId },
    exposeHeadRoute: false,
    onRequest: (request, reply) => served().begin(request, reply),
    preValidation: (request) => served().check(request),
    onResponse: closeBody,
    handler: (request, reply) => served().answer(request, reply),
  }
}

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

/** Handlers may be methods of a class, but not of `Object.prototype`. */
function handlerOf(
  handlers: Readonly<Record<string, OperationHandler | undefined>>,
  operationId: string,
): OperationHandler | undefined {
  const everywhere = operationId in Object.prototype && !Object.hasOwn(handlers, operationId)
  const handler = everywhere ? undefined : handlers[operationId]
  return typeof handler === 'function' ? handler.bind(handlers) : undefined
}
