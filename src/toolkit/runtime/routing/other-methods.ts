import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify'
import { ContractError } from '../errors/contract-error.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { answerError } from '../errors/serve-errors.js'
import { errors } from '../errors/table.js'
import type { CoveredPath } from './covered-paths.js'
import { type HostRouter, hostRouter, type MakeRouter } from './host-router.js'
import { routerOf, type ServedContract, type ServedPath, type ServedRoute } from './served-paths.js'

/** What contracts serve in one app, and the router that finds it, made when it is first asked. */
interface ServedContracts {
  readonly added: readonly ServedContract[]
  readonly makeRouter: MakeRouter
  router?: HostRouter<ServedPath> | undefined
}

/** The contract documents itself: a document that the host makes of its routes leaves these out. */
export const HIDDEN: FastifySchema & { readonly hide: true } = { hide: true }

const served = new WeakMap<object, ServedContracts>()

/**
 * Answers 405 for the methods of these paths that have no route (RFC 9110, section 15.5.6). Routes for
 * all of them would be most of the routes of an app: what no route takes is looked up here instead.
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
  const path = pathAt(request)
  // One that is served is not found for a reason of the host's, such as a constraint.
  if (path === undefined || path.methods.includes(request.method)) return void done()
  answerError(notAllowed(path), request, reply, path.errorBody)
}

function pathAt({ server, raw }: FastifyRequest): ServedPath | undefined {
  const entry = served.get(server.server) as ServedContracts
  entry.router ??= routerOf(entry.added, server, entry.makeRouter)
  return entry.router.find('GET', raw.url as string)?.store
}

/** Answers 405 for the methods that a path does not have, and a path that covers it has. */
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
