import type { RouteOptions } from 'fastify'
import type { OperationRoute } from '../../openapi/route.js'

/** What the contract does not decide about the route of an operation. */
export type OperationOptions = Partial<
  Omit<
    RouteOptions,
    | 'method'
    | 'url'
    | 'path'
    | 'handler'
    | 'schema'
    | 'prefixTrailingSlash'
    | 'exposeHeadRoute'
    | 'attachValidation'
    | 'schemaErrorFormatter'
    | 'validatorCompiler'
    | 'serializerCompiler'
  >
>

/** Fastify's options for the routes of operations: by operation id, or made for each. */
export type OperationsOptions =
  | Readonly<Record<string, OperationOptions | undefined>>
  | ((operation: OperationRoute) => OperationOptions | undefined)

export function optionsOf(
  options: OperationsOptions | undefined,
  operation: OperationRoute,
): OperationOptions {
  const { operationId } = operation
  const found =
    typeof options === 'function'
      ? options(operation)
      : options && Object.hasOwn(options, operationId) && options[operationId]
  return found || {}
}

/** Hooks that a route has beside those of the contract: authentication is first, validation last. */
const HOOKS = ['onRequest', 'preValidation', 'onResponse'] as const

export function withOptions(route: RouteOptions, options: OperationOptions): RouteOptions {
  const both: RouteOptions = { ...options, ...route }
  both.config = { ...options.config, ...route.config }
  if (options.constraints !== undefined) {
    both.constraints = { ...options.constraints, ...route.constraints }
  }
  for (const name of HOOKS) {
    const [own, others] = [route[name] ?? [], options[name] ?? []]
    const hooks = name === 'preValidation' ? [others, own] : [own, others]
    Object.assign(both, { [name]: hooks.flat() })
  }
  return both
}
