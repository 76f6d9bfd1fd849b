import fastify, { type FastifyInstance } from 'fastify'
import type { Contract, OperationContract, SecurityHandler, serve } from 'fastify-contract'
import { loadSchemas } from '#toolkit/runtime/loading/schemas.js'
import { instances, type Schema } from '#toolkit/samples/index.js'
import { schemaAccepts } from '#toolkit/validation/explain/explain.js'
import type { Draw } from './requests.js'

const anybody: SecurityHandler = { authenticate: (_request, _reply, scopes) => ({ scopes }) }

export function everybody({ securitySchemes }: Contract): Record<string, SecurityHandler> {
  return Object.fromEntries(securitySchemes.map(({ name }) => [name, anybody]))
}

export async function start(plugin: ReturnType<typeof serve>): Promise<FastifyInstance> {
  const app = fastify({
    ...{ routerOptions: { maxParamLength: 16_384 }, exposeHeadRoutes: false },
    // Some values that are drawn are large.
    bodyLimit: 2 ** 25,
  })
  app.register(plugin)
  await app.ready()
  return app
}

/** Draws values of the schemas of a contract, by their names. */
export async function drawing(contract: Contract): Promise<Draw> {
  const schemas = await loadSchemas(contract)
  const target = ($ref: string) => schemas.get($ref.replace(/#$/, '')) as Schema
  const draw = instances({
    target,
    accepts: (rules, value) => schemaAccepts(target, rules, value),
    seed: 7,
  })
  return (schema) => draw(target(schema))
}

/** An operation with its parts, loaded where it is of a large contract. */
export async function partsOf(
  operation: Contract['operations'][number],
): Promise<OperationContract> {
  if (!('load' in operation)) return operation
  return { ...operation, ...(await operation.load()) }
}
