import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ContractError } from './contract-error.js'
import { errors } from './table.js'
import { toContractError } from './translate.js'

/** Makes every error of a whole app an Error body: its error handler and its not-found handler. */
export function serveErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
}

/** The same for an encapsulated part of an app, whose other parts stay as they are. */
export function serveScopeErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  // Without a prefix the not-found handler would be the whole app's, and so the host's.
  if (app.prefix === '') return
  try {
    app.setNotFoundHandler(answerNotFound)
  } catch {
    // Fastify allows one not-found handler per prefix; the first, possibly the host's, stays.
  }
}

/** Answers with the Error body of whatever was thrown; a server fault is logged with its cause. */
export async function answerError(
  thrown: FastifyError | unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const error = toContractError(thrown)
  if (error.statusCode >= 500) request.log.error({ err: thrown }, 'request failed')
  else request.log.info({ error: error.body.error, reason: error.message }, 'request refused')
  await reply
    .code(error.statusCode)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(error.body)
}

/** For Fastify's option of this name: errors that it finds before it has a route. */
export const frameworkErrors = (
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void answerError(thrown, request, reply)
}

async function answerNotFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await answerError(new ContractError(errors.notFound), request, reply)
}
