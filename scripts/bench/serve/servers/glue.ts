import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { importPeer } from '../../shared/peer.js'
import { portOf } from './listen.js'
import { DOCUMENT, type HandPlant, handStore, ID_TAKEN, TOKEN } from './plants.js'

/** fastify-openapi-glue, which reads the document when the server starts. */
export async function glue(peers: string): Promise<number> {
  const { default: fastify } = await importPeer(peers, 'fastify')
  const { default: plugin } = await importPeer(peers, 'fastify-openapi-glue')
  // With Ajv's default it refuses the document.
  const app = fastify({ logger: { level: 'warn' }, ajv: { customOptions: { strict: false } } })
  // Fastify's own body of an error is not the documented one, so that printing it fails.
  app.setErrorHandler(
    ({ statusCode = 500, message }: FastifyError, _: FastifyRequest, reply: FastifyReply) =>
      reply.code(statusCode).send({ error: statusCode * 100, message }),
  )
  const store = handStore()
  const createPlant = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, name, tag } = request.body as HandPlant & { id: number }
    if (store(id, { name, ...(tag !== undefined && { tag }) })) return { name, tag }
    return reply.code(409).send(ID_TAKEN)
  }
  const bearerAuth = ({ headers }: FastifyRequest) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) throw new Error('the token is not accepted')
  }
  await app.register(plugin, {
    specification: DOCUMENT,
    securityHandlers: { bearerAuth },
    operationResolver: () => createPlant,
  })
  return portOf(app)
}
