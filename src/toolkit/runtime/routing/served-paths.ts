import { createRequire } from 'node:module'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { MakeErrorBody } from '../errors/error-body.js'
import { isRouterSet } from './target.js'

/** What is served at a path, by any of the templates that match it. */
export interface ServedPath {
  /** Those of the host's own routes for these templates, too. */
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

/** A method at a path of a contract. */
interface ServedMethod {
  readonly method: string
  readonly url: string
  /** Its place among all: methods are listed as in the document. */
  readonly order: number
  readonly errorBody: MakeErrorBody | undefined
}

/** Finds what is served at a path as the app's own router does, for every length. */
export function pathFinder(
  added: readonly ServedContract[],
  app: FastifyInstance,
  makeRouter: MakeRouter,
): (url: string) => ServedPath | undefined {
  const router = makeRouter<ServedMethod>({
    caseSensitive: !isRouterSet(app, 'caseSensitive', false),
    ignoreTrailingSlash: isRouterSet(app, 'ignoreTrailingSlash'),
    ignoreDuplicateSlashes: isRouterSet(app, 'ignoreDuplicateSlashes'),
    useSemicolonDelimiter: isRouterSet(app, 'useSemicolonDelimiter'),
    allowUnsafeRegex: true,
    maxParamLength: Number.MAX_SAFE_INTEGER,
  })
  const served = new Set<string>()
  let order = 0
  for (const { prefix, routes, errorBody } of added) {
    for (const { url: path, method } of routes) {
      served.add(method)
      for (const url of urlsOf(prefix, path)) {
        try {
          router.on(method, url, () => undefined, {
            method,
            url,
            order: order++,
            errorBody,
          })
        } catch {
          // The app's router has taken all of them: for this one an earlier one is the same.
        }
      }
    }
  }
  return (url) => {
    const found = [...served]
      .flatMap((method) => router.find(method, url)?.store ?? [])
      .toSorted((one, other) => one.order - other.order)
    const [first] = found
    if (first === undefined) return undefined
    const isHosts = (method: string) => found.some(({ url }) => app.hasRoute({ method, url }))
    const methods = [...found.map(({ method }) => method), ...app.supportedMethods.filter(isHosts)]
    return { methods: [...new Set(methods)], errorBody: first.errorBody }
  }
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
