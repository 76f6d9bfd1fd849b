import type { FastifyRequest } from 'fastify'

/** The operation of a request, or its route; `undefined` if there is none. */
export function operationOf({ routeOptions: { config, url } }: FastifyRequest): string | undefined {
  return config?.operationId ?? url
}
