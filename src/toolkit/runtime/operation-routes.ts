import { METHODS } from 'node:http'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { DistinctRoutes, shapeOf } from '../openapi/route.js'
import { lazy } from '../shared/memoize.js'
import { type Contract, type LazyOperation, wholeOperation } from './contract/contract.js'
import { warnOfUndeclaredErrors } from './errors/declared-errors.js'
import { explainerOf } from './loading/schemas.js'
import type { Implementation } from './request/implementation.js'
import { admission, operationRoute, type ServedOperation } from './request/operation-route.js'
import { optionsOf, withOptions } from './request/route-options.js'
import type { ServeSettings } from './request/serve-settings.js'
import { refuseOtherMethods } from './routing/other-methods.js'
import { distinguishQueries } from './routing/path-queries.js'
import { shownSchemas } from './routing/shown-schemas.js'

/** Adds the routes of a contract; returns functions that load the operations with a handler. */
export function addRoutes(
  app: FastifyInstance,
  contract: Contract,
  implement: (operationId: string) => Implementation | undefined,
  serving: ServeSettings,
): (() => Promise<unknown>)[] {
  const operations = distinct(contract.operations)
  const heads = alsoHead(app, operations, serving)
  const isEager = serving.load === 'eager'
  const isShown = serving.routeSchemas === 'show'
  const shown = isShown ? shownSchemas(app, contract, isEager) : undefined
  const { serveOperation, loads } = operationsOf(app, contract, serving)
  distinguishQueries(app, operations)
  const supported = new Set(app.supportedMethods)
  const missing: string[] = []
  for (const operation of operations) {
    const { operationId, method, unserved } = operation
    if (!supported.has(method)) app.addHttpMethod(method, { hasBody: true })
    supported.add(method)
    const work = unserved === undefined ? implement(operationId) : undefined
    const served = serveOperation(operation, work)
    if (work === undefined) missing.push(unserved ? `${operationId}: ${unserved}` : operationId)
    else loads.push(served.source)
    const admit = admission(served)
    const options = optionsOf(serving.routeOptions, operation)
    const add = (route: RouteOptions) =>
      addRoute(app, contract, withOptions(route, options), operationId)
    add(operationRoute(served.route, admit, shown))
    // As Fastify does, whose own route for it would read a whole stream.
    if (heads.has(operation)) add(operationRoute(served.route, admit, undefined, 'HEAD'))
  }
  const served = operations.flatMap((operation) =>
    heads.has(operation) ? [operation, { url: operation.url, method: 'HEAD' }] : operation,
  )
  refuseOtherMethods(app, served, serving.errorBody)
  if (missing.length > 0) {
    app.log.warn(
      { operations: missing },
      'operations without a handler, or not served yet, answer 501',
    )
  }
  const complete = operations.filter((each) => 'responses' in each)
  warnOfUndeclaredErrors(app.log, complete, serving.errorBody)
  return loads
}

/** The operations that answer `HEAD` beside their own method: documented `GET`s, unless somebody else does. */
function alsoHead(
  app: FastifyInstance,
  operations: Contract['operations'],
  { exposeHeadRoutes = isHeadExposed(app) }: ServeSettings,
): ReadonlySet<Contract['operations'][number]> {
  const routeOf = ({ url, pathQuery }: Contract['operations'][number]) =>
    `${shapeOf(url)} ${pathQuery}`
  const documented = new Set(
    operations.flatMap((each) => (each.method === 'HEAD' ? routeOf(each) : [])),
  )
  return new Set(
    operations.filter(
      (operation) =>
        exposeHeadRoutes &&
        operation.method === 'GET' &&
        !documented.has(routeOf(operation)) &&
        !app.hasRoute({ method: 'HEAD', url: app.prefix + operation.url }),
    ),
  )
}

/** The app's option, which Fastify's types leave out of what it has been started with. */
function isHeadExposed({ initialConfig }: FastifyInstance): boolean {
  return (initialConfig as { readonly exposeHeadRoutes?: boolean }).exposeHeadRoutes === true
}

function operationsOf({ log }: FastifyInstance, contract: Contract, settings: ServeSettings) {
  const { explain, loadFor, loadAll } = explainerOf(contract)
  const loads: (() => Promise<unknown>)[] = [loadAll]
  const serveOperation = (
    route: Contract['operations'][number],
    implementation: Implementation | undefined,
  ): ServedOperation => {
    const { load: _load, ...known } = route as LazyOperation
    const source = lazy(async () => {
      // Hooks and errors have the whole operation from now on.
      const loaded = Object.assign(known, await wholeOperation(route))
      if ('load' in route) warnOfUndeclaredErrors(log, [loaded], settings.errorBody)
      await loadFor(loaded)
      return loaded
    })
    return { route: known, source, implementation, explain, settings }
  }
  return { serveOperation, loads }
}

function addRoute(
  app: FastifyInstance,
  { title }: Contract,
  route: RouteOptions,
  operationId: string,
): void {
  try {
    app.route(route)
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'FST_ERR_DUPLICATED_ROUTE') throw cause
    const what = `${route.method} ${app.prefix}${route.url}`
    throw new TypeError(
      `${title}: the app has ${what} already; remove that route, generate --without ${operationId}, or register the contract under another prefix`,
      { cause },
    )
  }
}

/**
 * The operations without those that the router cannot distinguish from earlier ones, and those with
 * methods that Node's HTTP parser refuses. The generator has warned of both.
 */
function distinct(operations: Contract['operations']): Contract['operations'] {
  const routes = new DistinctRoutes<Contract['operations'][number]>()
  return operations.filter(
    (operation) => METHODS.includes(operation.method) && routes.add(operation) === undefined,
  )
}
