import type { RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/operation-route.js'
import { HIDDEN } from '../routing/other-methods.js'
import { closeBody } from './body.js'
import type { ServedOperation } from './served-operation.js'

/**
 * The Fastify route of an operation. A contract may have more than a thousand: what an operation needs
 * is made for its first request. Fastify is given no schema: it would hold and compile it.
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
