/** One line of the log for each request, with every Fastify that the package runs on. */

import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'

/** Before 5.10 nobody else could write Fastify's lines: hooks write ours, and it writes none. */
const isOlder = !('LogController' in fastify)

/** Fastify's option that puts one line for a request in the place of its two. */
export function requestLines(older = isOlder): FastifyServerOptions {
  if (older) return { disableRequestLogging: true }
  // None for 404: Fastify's shows the query, and the line about the answer says 404.
  const lines = { incomingRequest, requestCompleted, routeNotFound() {} }
  return { logController: Object.assign(new fastify.LogController(), lines) }
}

/** Adds the same lines to an app whose Fastify takes none of others; before all other hooks. */
export function addRequestLines(app: FastifyInstance, older = isOlder): void {
  if (!older) return
  app.addHook('onRequest', (request, _reply, done) => {
    incomingRequest(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    requestCompleted(undefined, request, reply)
    done()
  })
}

/** Fastify's first line comes back at level `debug`. */
function incomingRequest(request: FastifyRequest): void {
  request.log.debug({ req: request }, 'incoming request')
}

function requestCompleted(
  error: Error | null | undefined,
  req: FastifyRequest,
  reply: FastifyReply,
): void {
  const line = { req, res: reply, responseTime: reply.elapsedTime }
  if (error) reply.log.error({ ...line, err: error }, 'request errored')
  else reply.log.info(line, 'request completed')
}
