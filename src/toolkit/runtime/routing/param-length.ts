import type { FastifyInstance } from 'fastify'
import { MAX_PARAM_LENGTH, type OperationRoute } from '../../openapi/route.js'
import { plural } from '../../shared/plural.js'

/** Most operations in the log entry. */
const MOST = 20

/** Logs operations whose path parameters the router refuses although they are valid. */
export function warnOfParamLength(app: FastifyInstance, routes: readonly OperationRoute[]): void {
  const maxParamLength = paramLengthOf(app)
  const refused = routes.flatMap(({ operationId, paramLength = 0 }) =>
    paramLength > maxParamLength ? [[operationId, paramLength] as const] : [],
  )
  if (refused.length === 0) return
  const needed = Math.max(...refused.map(([, length]) => length))
  const named = refused.slice(0, MOST)
  const more =
    refused.length > MOST ? ` and ${plural(refused.length - MOST, 'more operation')}` : ''
  app.log.warn(
    { maxParamLength, operations: Object.fromEntries(named) },
    'longer path parameters than the app takes are refused by its router, in these operations' +
      `${more}; set ${optionOf(app, needed)}`,
  )
}

function optionOf({ version }: FastifyInstance, length: number): string {
  const option = `maxParamLength: ${length}`
  return /^5\.[0-4]\./.test(version) ? option : `routerOptions: { ${option} }`
}

/** Hosts set it in two places; each has the default if only the other is set. */
function paramLengthOf({ initialConfig }: FastifyInstance): number {
  const { maxParamLength = MAX_PARAM_LENGTH, routerOptions } = initialConfig
  const routed = routerOptions?.maxParamLength ?? MAX_PARAM_LENGTH
  return routed === MAX_PARAM_LENGTH ? maxParamLength : routed
}
