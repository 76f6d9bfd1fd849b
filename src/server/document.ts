import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { refuseOtherMethods } from 'fastify-contract'

/** The document's path, under the base path. */
export const documentPath = '/openapi.json'

/** The committed document. */
export function readDocument(): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve('plant-store/openapi.json')))
}

/** Registers `@fastify/swagger`, for plugins that use `app.swagger()`. */
export async function registerSwagger(app: FastifyInstance, bytes: Buffer): Promise<void> {
  const document: StaticDocumentSpec['document'] = JSON.parse(bytes.toString('utf8'))
  await app.register(swagger, { mode: 'static', specification: { document } })
}

/** Serves the bytes of the file, since `JSON.parse` would change integers above 2^53. */
export const serveDocument: FastifyPluginAsync<{ bytes: Buffer }> = async (app, { bytes }) => {
  app.get(documentPath, { exposeHeadRoute: true }, (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
  const methods = ['GET', 'HEAD']
  refuseOtherMethods(
    app,
    methods.map((method) => ({ url: documentPath, method })),
  )
}
