import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type findMyWay from 'find-my-way'
import { ContractError } from '../errors/contract-error.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { answerError } from '../errors/serve-errors.js'
import { errors } from '../errors/table.js'
import { hidden } from './hidden.js'
import { type Covered, shapeOf } from './paths.js'

/** A path that a contract serves. */
interface Path {
  readonly url: string
  readonly methods: string[]
  readonly errorBody: MakeErrorBody | undefined
}

/** The paths that contracts serve in an app, by their shapes. */
type Paths = Map<string, Path>
type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

/** What contracts serve in one app, and the router that finds it, made when it is first asked. */
interface Served {
  readonly added: readonly Added[]
  router?: Promise<Router> | undefined
}

/** What one contract serves. */
interface Added {
  readonly prefix: string
  readonly routes: readonly Route[]
  readonly errorBody: MakeErrorBody | undefined
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
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly Route[],
  errorBody?: MakeErrorBody,
): void {
  const { added } = served.get(app.server) ?? { added: [] }
  if (!served.has(app.server)) rootOf(app).addHook('onRequest', refuseOthers)
  served.set(app.server, { added: [...added, { prefix: app.prefix, routes, errorBody }] })
}

function pathsOf({ added }: Served): Paths {
  const paths: Paths = new Map()
  for (const { prefix, routes, errorBody } of added) {
    for (const { url: path, method } of routes) {
      for (const url of urlsOf(prefix, path)) {
        const known = paths.get(shapeOf(url)) ?? { url, methods: [], errorBody }
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
  pathAt(request).then((path) => {
    // One that is served is not found for a reason of the host's, such as a constraint.
    if (path === undefined || path.methods.includes(request.method)) return void done()
    answerError(notAllowed(path), request, reply, path.errorBody)
  }, done)
}

async function pathAt({ server, raw }: FastifyRequest): Promise<Path | undefined> {
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
  for (const path of paths.values()) router.on('GET', path.url, () => undefined, path)
  return router
}

/** Answers 405 for the methods that a path does not have, and a path that covers it has. */
export function otherMethodsRoute(covered: Covered): RouteOptions {
  const refuse = async (_request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    throw notAllowed(covered)
  }
  return {
    method: [...covered.others],
    url: covered.url,
    schema: hidden(),
    exposeHeadRoute: false,
    onRequest: refuse,
    handler: refuse,
  }
}

function notAllowed({ methods }: Pick<Covered, 'methods'>): ContractError {
  return new ContractError(errors.methodNotAllowed, { headers: { allow: methods.join(', ') } })
}
