import type { FastifyInstance, FastifySchema } from 'fastify'
import { withoutQuery } from '../../openapi/path-template.js'
import type { OperationRoute } from '../../openapi/route.js'
import type { Contract, RouteSchema, RouteSchemas } from '../contract/contract.js'
import { inTurn } from '../loading/lazy.js'
import { loadSchemas } from '../loading/schemas.js'
import { HostDocument, type SwaggerTransform } from './host-document.js'
import { HIDDEN } from './other-methods.js'

/**
 * The schemas of a contract's routes, as `request.routeOptions.schema` and a host's `@fastify/swagger` show
 * them. They are empty until the app is ready, so that Fastify neither compiles nor copies them.
 */
export class ShownSchemas {
  readonly #contract: Contract
  readonly #schemas = new Map<string, object>()
  #document: HostDocument | undefined

  /** @param isEager - True if a large contract is loaded before the app is ready. */
  constructor(app: FastifyInstance, contract: Contract, isEager: boolean) {
    this.#contract = contract
    const isWhole = typeof contract.routeSchemas !== 'function'
    app.addHook('onReady', async () => {
      const isDocumented = app.hasDecorator('swagger')
      if (isWhole || isEager || isDocumented) await this.#fill()
      if (isDocumented && !isWhole) {
        this.#document = new HostDocument(contract, await loadSchemas(contract))
      }
    })
    // Others do not wait for a large one.
    if (!isWhole) app.addHook('onListen', () => void this.#fill().catch(() => {}))
  }

  /** The schema of an operation's route, which is filled later. */
  of(operationId: string): FastifySchema {
    const schema = {}
    this.#schemas.set(operationId, schema)
    return schema
  }

  /** The option by which `@fastify/swagger` gets a route as its document needs it. */
  readonly transform: SwaggerTransform = (given) => {
    const { schema, url, route } = given
    const document = this.#loadedDocument()
    if (document === undefined) return { schema: HIDDEN, url }
    const { operation } = route.config as { readonly operation: OperationRoute }
    // `@fastify/swagger` reads it like a route, where a colon is doubled.
    const template = withoutQuery(operation.path).path.replaceAll(':', '::')
    const shown = document.routeIn(given, schema as RouteSchema)
    return { schema: shown, url: `${route.prefix}${template}` }
  }

  /** A large contract has none where `@fastify/swagger` is called otherwise: nobody has asked for its schemas. */
  #loadedDocument(): HostDocument | undefined {
    const { schemas } = this.#contract
    if (typeof schemas === 'function') return this.#document
    this.#document ??= new HostDocument(
      this.#contract,
      new Map(schemas.map((schema) => [schema.$id, schema])),
    )
    return this.#document
  }

  async #fill(): Promise<void> {
    const { routeSchemas = {} } = this.#contract
    const loaded: RouteSchemas =
      typeof routeSchemas === 'function' ? await inTurn(routeSchemas) : routeSchemas
    for (const [operationId, schema] of this.#schemas) {
      if (Object.hasOwn(loaded, operationId)) Object.assign(schema, loaded[operationId])
    }
  }
}
