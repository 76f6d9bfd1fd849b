import { createRequire } from 'node:module'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { shapeOf } from '../../openapi/route.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { isRouterSet } from './target.js'

/** What is served at a path, by any of the templates that match it. */
export interface ServedPath {
  readonly methods: readonly string[]
  /** Of the contract of the first method. */
  readonly errorBody: MakeErrorBody | undefined
}

export interface ServedContract {
  readonly prefix: string
  readonly routes: readonly ServedRoute[]
  readonly errorBody: MakeErrorBody | undefined
}

export interface ServedRoute {
  readonly url: string
  readonly method: string
}

/** Finds what is served at a path as the app's own router does, for every length. */
export function pathFinder(
  added: readonly ServedContract[],
  app: FastifyInstance,
  makeRouter: MakeRouter,
): (url: string) => ServedPath | undefined {
  const routing = routingOf(app)
  const maxParamLength = Number.MAX_SAFE_INTEGER
  const router = makeRouter<ServedMethod>({ ...routing, allowUnsafeRegex: true, maxParamLength })
  const served = [...servedBy(added, routing).values()]
  for (const each of served) router.on(each.method, each.url, () => undefined, each)
  const methods = [...new Set(served.map(({ method }) => method))]
  return (url) => {
    const found = methods
      .flatMap((method) => router.find(method, url)?.store ?? [])
      .toSorted((one, other) => one.order - other.order)
    const [first] = found
    return first && { methods: found.map(({ method }) => method), errorBody: first.errorBody }
  }
}

/** Options that make paths equivalent. */
type RoutingOptions = ReturnType<typeof routingOf>

function routingOf(app: FastifyInstance) {
  return {
    caseSensitive: !isRouterSet(app, 'caseSensitive', false),
    ignoreTrailingSlash: isRouterSet(app, 'ignoreTrailingSlash'),
    ignoreDuplicateSlashes: isRouterSet(app, 'ignoreDuplicateSlashes'),
    useSemicolonDelimiter: isRouterSet(app, 'useSemicolonDelimiter'),
  }
}

/** A method at a path of a contract. */
interface ServedMethod extends ServedRoute {
  /** Its place among all: methods are listed as in the document. */
  readonly order: number
  readonly errorBody: MakeErrorBody | undefined
}

/** The routes of all contracts of an app, by their method and normalised path. */
function servedBy(added: readonly ServedContract[], routing: RoutingOptions) {
  const routes = new Map<string, ServedMethod>()
  for (const { prefix, routes: own, errorBody } of added) {
    for (const { url: path, method } of own) {
      for (const url of urlsOf(prefix, path)) {
        const route = `${method} ${routedShape(url, routing)}`
        if (!routes.has(route)) routes.set(route, { url, method, errorBody, order: routes.size })
      }
    }
  }
  return routes
}

/** The normalised form of a path, which is the same for equivalent paths. */
function routedShape(url: string, routing: RoutingOptions): string {
  let shape = shapeOf(url)
  if (routing.ignoreDuplicateSlashes) shape = shape.replace(/\/{2,}/g, '/')
  if (routing.ignoreTrailingSlash) shape = shape.replace(/(.)\/$/, '$1')
  return routing.caseSensitive ? shape : shape.toLowerCase()
}

/** The URLs of a path under a prefix: Fastify serves the root with and without a slash. */
function urlsOf(prefix: string, path: string): string[] {
  if (prefix === '') return [path]
  if (prefix.endsWith('/')) return [prefix + path.slice(1)]
  return path === '/' ? [prefix, `${prefix}/`] : [prefix + path]
}

export interface HostRouter<Store> {
  on(method: string, path: string, handler: () => void, store: Store): void
  find(method: string, path: string): { readonly store: Store } | null
}

/** Makes a router with the options of `find-my-way`. */
export type MakeRouter = <Store>(options: object) => HostRouter<Store>

/**
 * Makes routers that match as Fastify does: from the copy that Fastify itself depends on. If that
 * cannot be found, as in a bundle, the router finds nothing, and 405 becomes 404. Loaded before the
 * server listens, while files can still be opened.
 *
 * @param from - File from which Fastify is resolved.
 */
export function hostRouter(log: FastifyBaseLogger, from: string = import.meta.url): MakeRouter {
  try {
    const fastify = createRequire(from).resolve('fastify')
    return createRequire(fastify)('find-my-way')
  } catch (err) {
    const why = "the router of Fastify cannot be loaded; leave 'fastify' out of the bundle"
    log.warn({ err }, `methods that a path does not have are answered 404 instead of 405: ${why}`)
    return () => ({ on() {}, find: () => null })
  }
}
