import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type findMyWay from 'find-my-way'
import { ContractError } from '../errors/contract-error.js'
import { answerError } from '../errors/serve-errors.js'
import { errors } from '../errors/table.js'
import { shapeOf } from './paths.js'

/** The methods of each path that contracts serve in an app, by the shape of the path. */
type Paths = Map<string, { readonly url: string; readonly methods: string[] }>
type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

/** What contracts serve in one app, and the router that finds it, made when it is first asked. */
interface Served {
  readonly added: { readonly prefix: string; readonly routes: readonly Route[] }[]
  router?: Promise<Router> | undefined
}

interface Route {
  readonly url: string
  readonly method: string
}

const served = new WeakMap<object, Served>()

/**
 * Answers 405 for the methods of these paths that have no route (RFC 9110, section 15.5.6). Routes for
 * all of them would be most of the routes of an app: what no route takes is looked up here instead.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const { added } = served.get(app.server) ?? { added: [] }
  if (!served.has(app.server)) rootOf(app).addHook('onRequest', refuseOthers)
  served.set(app.server, { added: [...added, { prefix: app.prefix, routes }] })
}

function pathsOf({ added }: Served): Paths {
  const paths: Paths = new Map()
  for (const { prefix, routes } of added) {
    for (const { url: path, method } of routes) {
      for (const url of urlsOf(prefix, path)) {
        const known = paths.get(shapeOf(url)) ?? { url, methods: [] }
        paths.set(shapeOf(url), known)
        known.methods.push(method)
      }
    }
  }
  return paths
}

/** Where Fastify serves a path under a prefix: the root of it with and without a slash. */
function urlsOf(prefix: string, path: string): string[] {
  if (prefix === '') return [path]
  if (prefix.endsWith('/')) return [prefix + path.slice(1)]
  return path === '/' ? [prefix, `${prefix}/`] : [prefix + path]
}

/** The whole app: a part of it inherits from it, and has no say in what is found nowhere. */
function rootOf(app: FastifyInstance): FastifyInstance {
  const parent = Object.getPrototypeOf(app)
  return 'addHook' in parent ? rootOf(parent) : app
}

function refuseOthers(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (!request.is404) return void done()
  methodsAt(request).then((methods) => {
    // One that is served is not found for a reason of the host's, such as a constraint.
    if (methods === undefined || methods.includes(request.method)) return void done()
    const headers = { allow: methods.join(', ') }
    answerError(new ContractError(errors.methodNotAllowed, { headers }), request, reply)
  }, done)
}

async function methodsAt({ server, raw }: FastifyRequest): Promise<readonly string[] | undefined> {
  const entry = served.get(server.server) as Served
  entry.router ??= routerOf(server, pathsOf(entry))
  return (await entry.router).find('GET', raw.url as string)?.store
}

/** A router that finds what the app's own would, whatever the method and the length. */
async function routerOf({ initialConfig }: FastifyInstance, paths: Paths): Promise<Router> {
  // Hosts set these in two places; the defaults of one stand beside what is set in the other.
  const places: readonly Partial<Record<string, unknown>>[] = [
    initialConfig,
    initialConfig.routerOptions ?? {},
  ]
  const isSet = (name: string, value = true) => places.some((place) => place[name] === value)
  const options = {
    caseSensitive: !isSet('caseSensitive', false),
    ignoreTrailingSlash: isSet('ignoreTrailingSlash'),
    ignoreDuplicateSlashes: isSet('ignoreDuplicateSlashes'),
    useSemicolonDelimiter: isSet('useSemicolonDelimiter'),
    allowUnsafeRegex: true,
    maxParamLength: Number.MAX_SAFE_INTEGER,
  }
  // Fastify has loaded it; only those who ask for what is nowhere need it here.
  const { default: findMyWay } = await import('find-my-way')
  const router = findMyWay(options)
  for (const { url, methods } of paths.values()) router.on('GET', url, () => undefined, methods)
  return router
}
