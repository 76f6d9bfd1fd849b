/** The server as an app: built from a configuration and a store, knowing no process. */

import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  bearer,
  type ConnectionLimits,
  clientErrorHandler,
  controlConnections,
  frameworkErrors,
  limitBodies,
  limitFailures,
  refuseUnknownPaths,
  serveErrors,
} from 'fastify-contract'
import { plantStore } from '../plugin.js'
import type { PlantStore } from '../store/store.js'
import type { Config } from './config.js'
import { limitConnections } from './connections.js'
import { holdDocument, readDocument, serveDocument } from './document.js'
import { type LoggerOptions, logAborted } from './logging.js'
import { limitRequests } from './overload.js'
import { answerExpectations, refuseBadHeads, refuseConnect } from './request-head.js'
import { addRequestLines, requestLines } from './request-lines.js'
import { acceptedTokens } from './token-file.js'

/** What an app is built from. */
export interface AppOptions {
  readonly config: Config
  /** Stays the caller's: closing the app leaves it open. */
  readonly store: PlantStore
  /** Default: nothing is logged. */
  readonly logger?: LoggerOptions
}

/**
 * Builds the server: the plant store and its document under the base path, with limits, time-outs
 * and one shape for every error.
 *
 * @example
 * ```ts
 * const app = await buildApp({ config: readConfig(env), store: memory() })
 * await app.listen({ port: 0 })
 * ```
 */
export async function buildApp({ config, store, logger }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({ ...serverOptions(config), logger: logger ?? false })
  controlConnections(app, connectionLimits(config))
  limitBodies(app, Math.max(config.bodyMemory, config.bodyLimit))
  serveErrors(app)
  addRequestLines(app)
  refuseBadHeads(app)
  answerExpectations(app)
  refuseConnect(app)
  limitRequests(app, config.maxRequests)
  // As many as fit: beyond its own number Node drops headers without a word.
  app.server.maxHeadersCount = 0
  limitConnections(app, config.maxConnections)
  logAborted(app)
  const prefix = config.basePath
  const failures = config.maxFailedTokens
  const bearerAuth = limitFailures(bearer(acceptedTokens(app, config)), { failures })
  const { handlerTimeout } = config
  await app.register(plantStore, { prefix, store, security: { bearerAuth }, handlerTimeout })
  const bytes = readDocument()
  await holdDocument(app, bytes)
  await app.register(serveDocument, { prefix, bytes })
  refuseUnknownPaths(app)
  return app
}

function connectionLimits(config: Config): ConnectionLimits {
  const { headerLimit, responseMemory, maxRequests, shutdownTimeout } = config
  const pipelined = Math.ceil(maxRequests / 2)
  return { headerLimit, responseMemory, pipelined, grace: Math.min(1_000, shutdownTimeout / 2) }
}

function serverOptions(config: Config): FastifyServerOptions & { http: object } {
  const { headerLimit, requestTimeout } = config
  return {
    http: {
      maxHeaderSize: headerLimit,
      // It answers without a body; see `refuseBadHeads`.
      requireHostHeader: false,
      // The head is a part of the request; Node refuses a longer time for it than for the whole.
      headersTimeout: Math.min(config.headersTimeout, requestTimeout),
      requestTimeout,
      // Node looks for late requests only every 30 s, too seldom for the time-outs above.
      connectionsCheckingInterval: 1000,
    },
    bodyLimit: config.bodyLimit,
    requestTimeout,
    connectionTimeout: config.connectionTimeout,
    keepAliveTimeout: config.keepAliveTimeout,
    // Whoever gets through to a server that is stopping is answered, and told that the connection
    // ends. Fastify's own 503 would not have the shape of our errors.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler,
    frameworkErrors,
    // HEAD is no operation of the contract.
    exposeHeadRoutes: false,
    // Headers of a client decide neither what is logged as its address nor as the id of a request.
    trustProxy: false,
    requestIdHeader: false,
    ...requestLines(),
    // The limit on the head holds for path parameters too; Fastify's own is 100 characters.
    routerOptions: { maxParamLength: headerLimit },
  }
}
