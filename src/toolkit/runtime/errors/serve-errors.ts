import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from '../exchange/request-state.js'
import { ContractError } from './contract-error.js'
import { errorText, type MakeErrorBody } from './error-body.js'
import { errors } from './table.js'
import { toContractError } from './translate.js'

/**
 * Makes every error of a whole app an Error body, or what `errorBody` makes of it: its error handler and
 * its not-found handler.
 */
export function serveErrors(app: FastifyInstance, errorBody?: MakeErrorBody): void {
  app.setErrorHandler(answering(errorBody))
  app.setNotFoundHandler(answeringNotFound(errorBody))
}

/**
 * The same for an encapsulated part of an app, whose other parts stay as they are. `prefix` is the one
 * that the part itself was registered with: without one, not-found answers are its surroundings'.
 *
 * @returns whether not-found answers are those of the part.
 */
export function serveScopeErrors(
  app: FastifyInstance,
  prefix: string | undefined,
  errorBody: MakeErrorBody | undefined,
): boolean {
  app.setErrorHandler(answering(errorBody))
  const isClaimed = Boolean(prefix) && claim(app)
  if (isClaimed) app.setNotFoundHandler(answeringNotFound(errorBody))
  return isClaimed
}

/**
 * Answers 404 before the body is read, whatever was sent. Added last: other hooks may know what is there.
 */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new ContractError(errors.notFound) : undefined)
  })
}

/** The prefixes of each server that answer 404 with the Error body. */
const claimed = new WeakMap<object, Set<string>>()

/** Fastify allows one not-found handler per prefix, and ends the process over a second one. */
function claim({ server, prefix }: FastifyInstance): boolean {
  const path = prefix.replace(/\/$/, '')
  const paths = claimed.get(server) ?? new Set<string>()
  if (path === '' || paths.has(path)) return false
  claimed.set(server, paths.add(path))
  return true
}

/**
 * Answers with the Error body of whatever was thrown, or with what `errorBody` makes of it; a server
 * fault is logged with its cause.
 */
export function answerError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  errorBody?: MakeErrorBody,
): void {
  const error = toContractError(thrown)
  // What fails because the client left is no fault of the server.
  if (isFault(error) && !reply.raw.destroyed) {
    logFailure(request, thrown)
  } else {
    request.log.info({ error: error.body.error, reason: error.message }, 'request refused')
  }
  const { type, text } = errorText(error, request, errorBody)
  // As text, so that no hook or serializer of a host changes the shape.
  const headers = { ...(stateOf(request).closes && { connection: 'close' }), ...error.headers }
  reply.code(error.statusCode).headers(headers).type(type).send(text)
}

/** 501 and 503 are refusals like others, unless something has gone wrong that they tell of. */
function isFault({ statusCode, cause }: ContractError): boolean {
  return statusCode === errors.internal.error / 100 || (statusCode > 500 && cause !== undefined)
}

/** A value whose members throw cannot be logged, and is answered all the same. */
function logFailure({ log, routeOptions }: FastifyRequest, err: unknown): void {
  try {
    log.error({ err }, 'request failed')
  } catch {
    const { operationId: operation } = routeOptions.config
    log.error({ operation }, 'request failed, and what it failed with cannot be logged')
  }
}

/** For Fastify's option of this name: errors that it finds before it has a route. */
export const frameworkErrors: AnswerError = answering(undefined)

type AnswerError = (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

function answering(errorBody: MakeErrorBody | undefined): AnswerError {
  return (thrown, request, reply) => answerError(thrown, request, reply, errorBody)
}

function answeringNotFound(errorBody: MakeErrorBody | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    answerError(new ContractError(errors.notFound), request, reply, errorBody)
  }
}
