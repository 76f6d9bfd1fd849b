import type { FastifyRequest } from 'fastify'

/** The operation of a request, or its route; `undefined` if there is none. */
export function operationOf({ routeOptions }: FastifyRequest): string | undefined {
  const { schema, url } = routeOptions
  const { operationId = url } = (schema ?? {}) as { operationId?: string }
  return operationId
}
