import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** What proxies send: no space, quote or control character gets into a log or a response. */
const ID = /^[\w.:;=@+/-]{1,128}$/

/** Fastify's option: the id of a request is what this header has, or a new one that no other server makes. */
export function requestIds(header: string | undefined): Pick<FastifyServerOptions, 'genReqId'> {
  if (header === undefined) return {}
  return {
    genReqId({ headers }) {
      const given = headers[header]
      return typeof given === 'string' && ID.test(given) ? given : randomUUID()
    },
  }
}

/** Sends the id of each request back in this header. Call it before other hooks are added. */
export function answerIds(app: FastifyInstance, header: string | undefined): void {
  if (header === undefined) return
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id)
    done()
  })
}
