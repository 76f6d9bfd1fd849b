import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  clientErrorHandler,
  connections,
  frameworkErrors,
  refuseUnknownPaths,
  serveErrors,
} from 'fastify-contract'
import { docs } from 'fastify-contract/docs'
import { contract } from '../generated/contract.js'
import { requestLines } from './logger.js'
import { type ServiceOptions, service } from './service.js'
import { createStore } from './store.js'

/** The dependencies of the app. */
export interface AppOptions extends ServiceOptions {
  /** Default: nothing is logged. */
  readonly logger?: FastifyServerOptions['logger']
}

/** Builds the server: the contract, its document and a page that shows it, one shape for every error. */
export async function buildApp({
  logger = false,
  store = createStore(),
  secrets,
}: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    ...requestLines(),
    clientErrorHandler,
    frameworkErrors,
    // HEAD is no operation of the contract.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1000 },
    // While the app closes, requests that are on their way are answered.
    return503OnClosing: false,
  })
  await app.register(connections)
  serveErrors(app)
  app.addHook('onClose', () => store.close())
  await app.register(service({ store, ...(secrets && { secrets }) }), {
    prefix: contract.basePath,
  })
  const document = readFileSync(path.join(import.meta.dirname, '../../generated/openapi.json'))
  await app.register(docs({ document }))
  refuseUnknownPaths(app)
  return app
}
