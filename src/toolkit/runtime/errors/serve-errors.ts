import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface,
} from 'fastify'
import { isLeft } from '../connections/response-end.js'
import { errorText, type MakeErrorBody } from './error-body.js'
import { errors, HttpRefusal } from './http-refusal.js'
import { logThrown } from './log-thrown.js'
import { toHttpRefusal } from './violations.js'

// biome-ignore lint/suspicious/noExplicitAny: what a server makes, HTTP/2 or not, has types of its own
type Made = any
type AnyRequest = FastifyRequest<RouteGenericInterface, Made, Made>
type AnyReply = FastifyReply<RouteGenericInterface, Made, Made, Made>
type AnyApp = FastifyInstance<Made, Made, Made, Made, Made>

/** Sets an error handler and a not-found handler that send Error bodies. */
export function serveErrors(app: AnyApp, errorBody?: MakeErrorBody): void {
  app.setErrorHandler((thrown, request, reply) => answerError(thrown, request, reply, errorBody))
  app.setNotFoundHandler((request, reply) => {
    answerError(new HttpRefusal(errors.notFound), request, reply, errorBody)
  })
}

/**
 * The same for an encapsulated part of an app.
 *
 * @param prefix - The prefix of the part itself. Without one, not-found responses are the
 * surrounding app's.
 * @returns true if the part answers its own not-found requests.
 */
export function serveScopeErrors(
  app: FastifyInstance,
  prefix: string | undefined,
  errorBody: MakeErrorBody | undefined,
): boolean {
  const isClaimed = Boolean(prefix) && claim(app)
  if (isClaimed) serveErrors(app, errorBody)
  else
    app.setErrorHandler((thrown, request, reply) => answerError(thrown, request, reply, errorBody))
  return isClaimed
}

/** Answers 404 before the body is read. To be added last, since other hooks may serve the path. */
export function refuseUnknownPaths(app: AnyApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new HttpRefusal(errors.notFound) : undefined)
  })
}

/** By server, the prefixes whose not-found requests are answered with the Error body. */
const claimed = new WeakMap<object, Set<string>>()

/** Fastify allows one not-found handler for each prefix, and a second one ends the process. */
function claim({ server, prefix }: FastifyInstance): boolean {
  const path = prefix.replace(/\/$/, '')
  const paths = claimed.get(server) ?? new Set<string>()
  if (path === '' || paths.has(path)) return false
  claimed.set(server, paths.add(path))
  return true
}

/**
 * Sends the Error body, or that of `errorBody`; logs a server error with its cause.
 *
 * @param isCompleted - True if the host logs the response: a refusal is then in that record.
 */
export function answerError(
  thrown: unknown,
  request: AnyRequest,
  reply: AnyReply,
  errorBody?: MakeErrorBody,
  isCompleted = isLogged(request),
): void {
  const error = refusalOf(thrown)
  const answered: AnsweredRequest = request
  answered[ANSWERED] = error
  // If the client leaves, that is no error of the server.
  const hasLeft = isLeft(reply.raw)
  if (error.isFailure && !hasLeft) {
    const { operationId: operation } = request.routeOptions.config
    logThrown(request.log, 'error', { err: thrown, operation }, 'request failed')
  } else {
    const refusal = { error: error.body.error, reason: error.message }
    if (isCompleted) request.log = reply.log = reply.log.child(refusal)
    else if (!hasLeft) request.log.info(refusal, 'request refused')
  }
  // Fastify ends the connection then, which would reset a client that still sends.
  if (answered[BODY_REFUSED] && !request.headers.upgrade) reply.removeHeader('connection')
  const made = errorText(error, request, errorBody, thrown as Error)
  // What the runtime says of a refusal is true, and what a body's maker says stands beside it.
  reply.headers(made.headers ?? {}).headers(error.headers)
  // A text, so that no hook or serializer of a host changes it.
  reply.serializer(String).code(made.status).type(made.type).send(made.text)
}

/** True if Fastify logs the response, as far as an app tells: a function decides in newer versions. */
function isLogged(request: FastifyRequest): boolean {
  const off: unknown = request.server.initialConfig.disableRequestLogging
  return !(typeof off === 'function' ? off(request) : off)
}

/** Even if the members of a thrown value throw. */
function refusalOf(thrown: unknown): HttpRefusal {
  try {
    return toHttpRefusal(thrown)
  } catch (cause) {
    return new HttpRefusal(errors.internal, { cause })
  }
}

const ANSWERED = Symbol('error that a request was answered with')

export const BODY_REFUSED = Symbol('body has been refused')

type AnsweredRequest = FastifyRequest & { [ANSWERED]?: HttpRefusal; [BODY_REFUSED]?: boolean }

/**
 * The error that a request was answered with: a refusal, or a failure. For metrics and logs of a host, in an
 * `onResponse` hook.
 *
 * @returns `undefined` if no error was answered, or by another than the contract and `serveErrors`.
 */
export function answeredError(request: AnyRequest): HttpRefusal | undefined {
  return (request as AnsweredRequest)[ANSWERED]
}

/** For Fastify's option of this name: errors before a route is found. */
export function frameworkErrors(
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Fastify has no record of their responses.
  answerError(thrown, request, reply, undefined, false)
}
