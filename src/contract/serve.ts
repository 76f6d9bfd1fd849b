import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { addBodyParser } from './bodies/parser.js'
import type { Contract } from './contract.js'
import { serveScopeErrors } from './errors/serve-errors.js'
import { implementations } from './implementations.js'
import { MULTIPART_LIMITS, type MultipartLimits } from './multipart/limits.js'
import type { MissingHandler, OperationHandler } from './request.js'
import type { ResponseChecks } from './responses/sending.js'
import { type Implementation, operationRoute, otherMethodsRoute, type Serving } from './route.js'
import { lazyExplainer } from './routing/lazy-explain.js'
import { lazyOperation } from './routing/load.js'
import { refuseOtherMethods } from './routing/other-methods.js'
import { coveredPaths, shapeOf } from './routing/paths.js'
import { rulesInAdvance } from './routing/rules.js'
import { guardsOf, prepareGuards } from './security/guards.js'
import type { SecurityHandlers } from './security/security.js'

/** What a contract needs to be served. */
export interface ServeOptions<Handlers, Scheme extends string> {
  /** One handler per operation. One that is missing at run time answers 501. */
  readonly handlers: Handlers
  /** Answers the operations that have no handler: a mock, say. */
  readonly missing?: MissingHandler
  /** One security handler per scheme that the operations ask for. */
  readonly security: SecurityHandlers<Scheme>
  /**
   * What becomes of a request with query parameters that its operation does not document.
   *
   * @defaultValue `'ignore'`
   */
  readonly unknownQuery?: 'ignore' | 'refuse'
  /**
   * What happens to a response that breaks the contract: `throw` makes it a 500, `log` sends and logs
   * it, `off` does not look. What cannot be sent at all is a 500 in any case.
   *
   * @defaultValue `'throw'`, in production too: what the contract does not name may be what nobody
   * was to see.
   */
  readonly responses?: ResponseChecks
  /** How much of `multipart` bodies is taken. */
  readonly multipart?: Partial<MultipartLimits>
  /**
   * When the operations of a large contract are loaded: each on its first request (`lazy`), or all
   * before the app is ready (`eager`).
   *
   * @defaultValue `'lazy'`
   */
  readonly load?: 'lazy' | 'eager'
}

/**
 * A Fastify plugin that serves a generated contract. It is encapsulated: the host's Ajv, serializer,
 * error handler, not-found handler and content-type parsers stay as they are. The host's hooks run,
 * except `preSerialization`: what the contract answers is text already.
 *
 * The methods that a documented path does not have answer 405, unless a route of the host takes them.
 * Under the `prefix` that it is registered with, what it does not have answers 404 in the contract's
 * shape; without a prefix of its own, 404 stays the surroundings' matter.
 *
 * ```ts
 * await app.register(serve(contract, { handlers, security }), { prefix: '/shop' })
 * ```
 *
 * @throws {TypeError} when `handlers` or a security handler is missing: at once, not on the first
 * request.
 */
export function serve<Handlers, Scheme extends string>(
  contract: Contract<Handlers, Scheme>,
  options: ServeOptions<Handlers, Scheme>,
): FastifyPluginAsync<{ prefix?: string }> {
  if (typeof options?.handlers !== 'object') {
    throw new TypeError(`${contract.title}: no handlers; pass { handlers, security }`)
  }
  const serving: Serving = {
    guards: guardsOf(contract, options.security ?? {}),
    checks: checksOf(contract, options.responses),
    multipart: { ...MULTIPART_LIMITS, ...options.multipart },
    allowedQuery: allowedQueryOf(contract, options.unknownQuery),
  }
  const handlers = options.handlers as Readonly<Record<string, OperationHandler | undefined>>
  const plugin: FastifyPluginAsync<{ prefix?: string }> = async (app, { prefix }) => {
    serveScopeErrors(app, prefix)
    addBodyParser(app)
    await prepareGuards(app, serving.guards)
    const implement = implementations(handlers, options.missing)
    const loads = addRoutes(app, contract, implement, serving)
    if (options.load === 'eager') await Promise.all(loads.map((load) => load()))
  }
  return fp(plugin, { name: 'contract', fastify: '5.x', encapsulate: true })
}

function checksOf({ title }: Contract, checks: ResponseChecks = 'throw'): ResponseChecks {
  if (['off', 'log', 'throw'].includes(checks)) return checks
  throw new TypeError(`${title}: responses is 'off', 'log' or 'throw'`)
}

/** What a query may have that no operation documents: keys; any, where nothing is refused. */
function allowedQueryOf(
  { title, securitySchemes }: Contract,
  unknownQuery = 'ignore',
): ReadonlySet<string> | undefined {
  if (unknownQuery === 'ignore') return undefined
  if (unknownQuery !== 'refuse') {
    throw new TypeError(`${title}: unknownQuery is 'ignore' or 'refuse'`)
  }
  return new Set(
    securitySchemes.flatMap((scheme) =>
      scheme.in === 'query' ? (scheme.parameter as string) : [],
    ),
  )
}

/** Adds the routes of a contract; returns what loads the operations that have a handler. */
function addRoutes(
  app: FastifyInstance,
  contract: Contract,
  implement: (operationId: string) => Implementation | undefined,
  serving: Serving,
): (() => Promise<unknown>)[] {
  const explainer = lazyExplainer(contract)
  const served = distinct(contract.operations)
  const missing: string[] = []
  const loads: (() => Promise<unknown>)[] = [explainer.load]
  for (const operation of served) {
    const { operationId, method, unserved } = operation
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
    const work = unserved === undefined ? implement(operationId) : undefined
    const source = lazyOperation(operation, (loaded) =>
      explainer.prepare(rulesInAdvance(loaded, serving.checks)),
    )
    if (work === undefined) missing.push(operationId)
    else loads.push(source.load)
    addRoute(app, contract.title, operationRoute(operation, source, work, explainer, serving))
  }
  for (const path of coveredPaths(served)) addRoute(app, contract.title, otherMethodsRoute(path))
  refuseOtherMethods(app, served)
  if (missing.length > 0) {
    app.log.warn({ operations: missing }, 'operations without a handler answer 501')
  }
  return loads
}

function addRoute(app: FastifyInstance, title: string, route: RouteOptions): void {
  try {
    app.route(route)
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'FST_ERR_DUPLICATED_ROUTE') throw cause
    const what = `${route.method} ${app.prefix}${route.url}`
    throw new TypeError(
      `${title}: the app has ${what} already; register the contract under a prefix of its own`,
      { cause },
    )
  }
}

/**
 * Without those that the router cannot tell from the ones before them, and those with methods that no
 * HTTP parser here lets through: the generator has said which.
 */
function distinct(operations: Contract['operations']): Contract['operations'] {
  const first = new Map<string, Contract['operations'][number]>()
  for (const operation of operations) {
    if (!METHODS.includes(operation.method)) continue
    const route = `${operation.method} ${shapeOf(operation.url)}`
    if (!first.has(route)) first.set(route, operation)
  }
  return [...first.values()]
}
