import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** The document's path, under the base path. */
export const documentPath = '/openapi.json'

/** The path of the page that shows it, under the base path. */
export const docsPath = '/docs'

export function readDocument(): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve('plant-store/openapi.json')))
}

/** Registers `@fastify/swagger`, for plugins that use `app.swagger()`. */
export async function registerSwagger(app: FastifyInstance, bytes: Buffer): Promise<void> {
  const document: StaticDocumentSpec['document'] = JSON.parse(bytes.toString('utf8'))
  await app.register(swagger, { mode: 'static', specification: { document } })
}
