import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify'
import type { MakeErrorBody } from '../errors/error-body.js'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import { answerError } from '../errors/serve-errors.js'
import { pathFinder, type ServedContract, type ServedRoute } from './served-paths.js'

/** The contracts of one app, and the search in their paths, made on first use. */
interface ServedContracts {
  readonly added: readonly ServedContract[]
  find?: ReturnType<typeof pathFinder>
}

/** Hides a route from a document that the host makes: the contract documents itself. */
export const HIDDEN: FastifySchema & { readonly hide: true } = { hide: true }

const served = new WeakMap<object, ServedContracts>()

/**
 * Answers 405 for methods of these paths that have no route (RFC 9110, section 15.5.6), with the
 * methods of all templates that match. Routes for them would outnumber all others: instead, a request
 * without a route is looked up here.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly ServedRoute[],
  errorBody?: MakeErrorBody,
): void {
  const known = served.get(app.server)
  if (known === undefined) rootOf(app).addHook('onRequest', refuseOthers)
  const more = { prefix: app.prefix, routes, errorBody }
  served.set(app.server, { added: [...(known?.added ?? []), more] })
}

/** The root of an app: only its hooks run for requests without a route. */
function rootOf(app: FastifyInstance): FastifyInstance {
  const parent = Object.getPrototypeOf(app)
  return 'addHook' in parent ? rootOf(parent) : app
}

const refuseOthers: onRequestHookHandler = (request, reply, done) => {
  if (!request.is404) return done()
  const entry = served.get(request.server.server) as ServedContracts
  entry.find ??= pathFinder(entry.added, request.server)
  const path = entry.find(request.raw.url as string)
  // A served path may not be found because of a host's constraint.
  if (path === undefined || path.methods.includes(request.method)) return done()
  const headers = { allow: path.methods.join(', ') }
  answerError(new HttpRefusal(errors.methodNotAllowed, { headers }), request, reply, path.errorBody)
}
