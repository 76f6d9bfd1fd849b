import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { answeredError, type HttpRefusal } from 'fastify-contract'

/** Logs requests that have no response because the client went away. */
export function logAborted(app: FastifyInstance): void {
  // For this hook Fastify listens to the connection's end in each request.
  if (!['debug', 'trace'].includes(app.log.level)) return
  app.addHook('onRequestAbort', async (request) => {
    request.log.debug({ req: request }, 'request aborted')
  })
}

/** Options that replace Fastify's two lines for a request by one; before 5.10 there are two. */
export function requestLines(): FastifyServerOptions {
  if (!('LogController' in fastify)) return {}
  // None for 404: Fastify's contains the query, and the line of the response has the status.
  const lines = { incomingRequest, requestCompleted, routeNotFound() {} }
  return { logController: Object.assign(new fastify.LogController(), lines) }
}

/**
 * Logs the same line for a request that the router refuses, which no hook sees. Call it before `frameworkErrors`,
 * whose own line, left out here, does not tell what was requested.
 */
export function logUnrouted(request: FastifyRequest, reply: FastifyReply): void {
  request.log = request.log.child({}, { level: 'silent' })
  reply.raw.once('finish', () => {
    const { body } = answeredError(request) as HttpRefusal
    reply.log = reply.log.child({ error: body.error, reason: body.message })
    requestCompleted(undefined, request, reply)
  })
}

/** Fastify's first line, at level `debug`. */
function incomingRequest(request: FastifyRequest): void {
  request.log.debug({ req: request }, 'incoming request')
}

function requestCompleted(
  error: Error | null | undefined,
  req: FastifyRequest,
  reply: FastifyReply,
): void {
  const line = { req, res: reply, responseTime: reply.elapsedTime }
  // A client that has left is no error: Node reports it with a stack for each response.
  if (error && req.raw.socket.destroyed) reply.log.debug(line, 'request aborted')
  else if (error) reply.log.error({ ...line, err: error }, 'request errored')
  else reply.log.info(line, 'request completed')
}
