/** The OpenAPI document of the service, served exactly as it is committed. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { refuseOtherMethods } from 'fastify-contract'

/** The path of the document, under the base path. */
export const documentPath = '/openapi.json'

/** The bytes of the committed document, wherever this package is installed. */
export function readDocument(): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve('plant-store/openapi.json')))
}

/** Gives the document to `@fastify/swagger`, for what builds on it (`app.swagger()`). */
export async function holdDocument(app: FastifyInstance, bytes: Buffer): Promise<void> {
  const document: StaticDocumentSpec['document'] = JSON.parse(bytes.toString('utf8'))
  await app.register(swagger, { mode: 'static', specification: { document } })
}

/**
 * Serves the document. The bytes of the file are sent: an object would have lost integers above 2^53 to
 * `JSON.parse`.
 */
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
