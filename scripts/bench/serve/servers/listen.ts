import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on a free port of this machine alone; resolves with the port. */
export async function listen(app: Pick<Server, 'listen'>): Promise<number> {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The same for an app of Fastify. */
export async function portOf(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
