import type { FastifyInstance, FastifySchema } from 'fastify'
import { withoutQuery } from '../../openapi/path-template.js'
import type { OperationRoute } from '../../openapi/route.js'
import type { Contract, RouteSchema, RouteSchemas } from '../contract/contract.js'
import { loadSchemas } from '../loading/schemas.js'
import { type HostDocument, hostDocument, type SwaggerTransform } from './host-document.js'
import { HIDDEN } from './other-methods.js'

/**
 * The schemas of a contract's routes, as `request.routeOptions.schema` and a host's `@fastify/swagger` show
 * them. They are empty until the app is ready, so that Fastify neither compiles nor copies them.
 */
export type ShownSchemas = ReturnType<typeof shownSchemas>

/** @param isEager - True if a large contract is loaded before the app is ready. */
export function shownSchemas(app: FastifyInstance, contract: Contract, isEager: boolean) {
  const shown = new Map<string, object>()
  const { schemas, routeSchemas = {} } = contract
  const isWhole = typeof routeSchemas !== 'function'
  let document: HostDocument | undefined
  const fill = async () => {
    const loaded: RouteSchemas = isWhole ? routeSchemas : await routeSchemas()
    for (const [operationId, schema] of shown) {
      if (Object.hasOwn(loaded, operationId)) Object.assign(schema, loaded[operationId])
    }
  }
  app.addHook('onReady', async () => {
    const isDocumented = app.hasDecorator('swagger')
    if (isWhole || isEager || isDocumented) await fill()
    if (isDocumented && !isWhole) document = hostDocument(contract, await loadSchemas(contract))
  })
  // Others do not wait for a large one.
  if (!isWhole) app.addHook('onListen', () => void fill().catch(() => {}))

  /** A large contract has none where `@fastify/swagger` is called otherwise: nobody has asked for its schemas. */
  const loadedDocument = () => {
    if (typeof schemas === 'function') return document
    document ??= hostDocument(contract, new Map(schemas.map((each) => [each.$id, each])))
    return document
  }
  /** The option by which `@fastify/swagger` gets a route as its document needs it. */
  const transform: SwaggerTransform = (given) => {
    const { schema, url, route } = given
    const known = loadedDocument()
    if (known === undefined) return { schema: HIDDEN, url }
    const { operation } = route.config as { readonly operation: OperationRoute }
    // `@fastify/swagger` reads it like a route, where a colon is doubled.
    const template = withoutQuery(operation.path).path.replaceAll(':', '::')
    return {
      schema: known(given, schema as RouteSchema),
      url: `${route.prefix}${template}`,
    }
  }
  return {
    transform,
    /** The schema of an operation's route, which is filled later. */
    of(operationId: string): FastifySchema {
      const schema = {}
      shown.set(operationId, schema)
      return schema
    },
  }
}
