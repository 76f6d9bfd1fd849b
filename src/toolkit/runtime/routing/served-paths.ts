import type { FastifyInstance } from 'fastify'
import { shapeOf } from '../../openapi/route.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import type { HostRouter, MakeRouter } from './host-router.js'

/** A path that a contract serves. */
export interface ServedPath {
  readonly url: string
  readonly methods: string[]
  readonly errorBody: MakeErrorBody | undefined
}

/** The paths that contracts serve in an app, by what the router tells apart. */
type ServedPaths = Map<string, ServedPath>

/** What one contract serves. */
export interface ServedContract {
  readonly prefix: string
  readonly routes: readonly ServedRoute[]
  readonly errorBody: MakeErrorBody | undefined
}

export interface ServedRoute {
  readonly url: string
  readonly method: string
}

/** A router that finds what the app's own would, whatever the method and the length. */
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

/** What a router takes for the same path. */
type RoutingOptions = ReturnType<typeof routingOf>

function routingOf({ initialConfig }: FastifyInstance) {
  // Hosts set these in two settings; the defaults of one stand beside what is set in the other.
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

function pathsOf(added: readonly ServedContract[], routing: RoutingOptions): ServedPaths {
  const paths: ServedPaths = new Map()
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

/** What a router tells apart that takes some paths for the same. */
function routedShape(url: string, routing: RoutingOptions): string {
  let shape = shapeOf(url)
  if (routing.ignoreDuplicateSlashes) shape = shape.replace(/\/{2,}/g, '/')
  if (routing.ignoreTrailingSlash) shape = shape.replace(/(.)\/$/, '$1')
  return routing.caseSensitive ? shape : shape.toLowerCase()
}

/** Where Fastify serves a path under a prefix: the root of it with and without a slash. */
function urlsOf(prefix: string, path: string): string[] {
  if (prefix === '') return [path]
  if (prefix.endsWith('/')) return [prefix + path.slice(1)]
  return path === '/' ? [prefix, `${prefix}/`] : [prefix + path]
}
