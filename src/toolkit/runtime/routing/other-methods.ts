import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import { PARAMETER, shapeOf } from '../../openapi/route.js'
import { ContractError, errors } from '../errors/contract-error.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { answerError } from '../errors/serve-errors.js'
import {
  type HostRouter,
  hostRouter,
  type MakeRouter,
  routerOf,
  type ServedContract,
  type ServedPath,
  type ServedRoute,
} from './served-paths.js'

/** The contracts of one app, and the router over their paths, made on first use. */
interface ServedContracts {
  readonly added: readonly ServedContract[]
  readonly makeRouter: MakeRouter
  router?: HostRouter<ServedPath> | undefined
}

/** Hides a route from a document that the host makes: the contract documents itself. */
export const HIDDEN: FastifySchema & { readonly hide: true } = { hide: true }

const served = new WeakMap<object, ServedContracts>()

/**
 * Answers 405 for methods of these paths that have no route (RFC 9110, section 15.5.6). Routes for
 * them would outnumber all others: instead, a request without a route is looked up here.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly ServedRoute[],
  errorBody?: MakeErrorBody,
): void {
  const known = served.get(app.server)
  if (known === undefined) rootOf(app).addHook('onRequest', refuseOthers)
  const { added, makeRouter } = known ?? { added: [], makeRouter: hostRouter(app.log) }
  const more = { prefix: app.prefix, routes, errorBody }
  served.set(app.server, { added: [...added, more], makeRouter })
}

/** The root of an app: only its hooks run for requests without a route. */
function rootOf(app: FastifyInstance): FastifyInstance {
  const parent = Object.getPrototypeOf(app)
  return 'addHook' in parent ? rootOf(parent) : app
}

const refuseOthers: onRequestHookHandler = (request, reply, done) => {
  if (!request.is404) return done()
  const path = pathAt(request)
  // A served path may not be found because of a host's constraint.
  if (path === undefined || path.methods.includes(request.method)) return done()
  answerError(notAllowed(path), request, reply, path.errorBody)
}

function pathAt({ server, raw }: FastifyRequest): ServedPath | undefined {
  const entry = served.get(server.server) as ServedContracts
  entry.router ??= routerOf(entry.added, server, entry.makeRouter)
  return entry.router.find('GET', raw.url as string)?.store
}

/** Answers 405 for methods that a path lacks, but a path that covers it has. */
export function otherMethodsRoute(covered: CoveredPath): RouteOptions {
  const refuse = async (_request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    throw notAllowed(covered)
  }
  return {
    method: [...covered.others],
    url: covered.url,
    schema: HIDDEN,
    exposeHeadRoute: false,
    onRequest: refuse,
    handler: refuse,
  }
}

function notAllowed({ methods }: Pick<CoveredPath, 'methods'>): ContractError {
  return new ContractError(errors.methodNotAllowed, { headers: { allow: methods.join(', ') } })
}

/** A path whose requests match another path too: `/plants/mine` and `/plants/:id`. */
interface CoveredPath {
  readonly url: string
  readonly methods: readonly string[]
  /** Methods that only the other paths have. */
  readonly others: readonly string[]
}

/**
 * The paths that are covered by others. OpenAPI matches concrete paths first (3.1, section 4.8.8),
 * regardless of the method; a router with a tree for each method does not.
 */
export function coveredPaths(routes: readonly { url: string; method: string }[]): CoveredPath[] {
  const root = newNode()
  const ends = new Map<string, { leaf: PathNode; segments: readonly string[] }>()
  for (const { url, method } of routes) {
    const end = ends.get(url) ?? endOf(url, root)
    end.leaf.methods.add(method)
    ends.set(url, end)
  }
  const found = new Map<PathNode, CoveredPath>()
  for (const [url, { leaf, segments }] of ends) {
    const { methods } = leaf
    const others = methodsAt(root, segments).filter((method) => !methods.has(method))
    // Several paths may differ only in the names of their parameters.
    if (others.length > 0) {
      found.set(leaf, { url, methods: [...methods], others: [...new Set(others)] })
    }
  }
  return [...found.values()]
}

/** A node of a tree of segments, with the methods of the paths that end there. */
interface PathNode {
  readonly children: Map<string, PathNode>
  readonly methods: Set<string>
}

function newNode(): PathNode {
  return { children: new Map(), methods: new Set() }
}

function endOf(url: string, root: PathNode): { leaf: PathNode; segments: readonly string[] } {
  const segments = shapeOf(url).split('/')
  return { leaf: segments.reduce(childOf, root), segments }
}

function childOf(node: PathNode, segment: string): PathNode {
  const child = node.children.get(segment) ?? newNode()
  node.children.set(segment, child)
  return child
}

/** The methods of all paths that match the same requests. */
function methodsAt(root: PathNode, segments: readonly string[]): string[] {
  let nodes = [root]
  for (const segment of segments) {
    const names = new Set([segment, PARAMETER])
    nodes = nodes.flatMap(({ children }) => [...names].flatMap((name) => children.get(name) ?? []))
  }
  return nodes.flatMap(({ methods }) => [...methods])
}
