import { createRequire } from 'node:module'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { shapeOf } from '../../openapi/route.js'
import type { MakeErrorBody } from '../errors/error-body.js'

export interface ServedPath {
  readonly url: string
  readonly methods: string[]
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

/** A router that matches as the app's own does, for every method and length. */
export function routerOf(
  added: readonly ServedContract[],
  app: FastifyInstance,
  makeRouter: MakeRouter,
): HostRouter<ServedPath> {
  const routing = routingOf(app)
  const maxParamLength = Number.MAX_SAFE_INTEGER
  const router = makeRouter<ServedPath>({ ...routing, allowUnsafeRegex: true, maxParamLength })
  for (const path of pathsOf(added, routing).values()) {
    router.on('GET', path.url, () => undefined, path)
  }
  return router
}

/** Options that make paths equivalent. */
type RoutingOptions = ReturnType<typeof routingOf>

function routingOf({ initialConfig }: FastifyInstance) {
  // Hosts set these in two places; each has the default if only the other is set.
  const settings: readonly Partial<Record<string, unknown>>[] = [
    initialConfig,
    initialConfig.routerOptions ?? {},
  ]
  const isSet = (name: string, value = true) => settings.some((options) => options[name] === value)
  return {
    caseSensitive: !isSet('caseSensitive', false),
    ignoreTrailingSlash: isSet('ignoreTrailingSlash'),
    ignoreDuplicateSlashes: isSet('ignoreDuplicateSlashes'),
    useSemicolonDelimiter: isSet('useSemicolonDelimiter'),
  }
}

/** The paths of all contracts of an app, by their normalised form. */
function pathsOf(added: readonly ServedContract[], routing: RoutingOptions) {
  const paths = new Map<string, ServedPath>()
  for (const { prefix, routes, errorBody } of added) {
    for (const { url: path, method } of routes) {
      for (const url of urlsOf(prefix, path)) {
        const shape = routedShape(url, routing)
        const known = paths.get(shape) ?? { url, methods: [], errorBody }
        paths.set(shape, known)
        if (!known.methods.includes(method)) known.methods.push(method)
      }
    }
  }
  return paths
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
  on(method: 'GET', path: string, handler: () => void, store: Store): void
  find(method: 'GET', path: string): { readonly store: Store } | null
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
