import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  bearer,
  clientErrorHandler,
  connections,
  frameworkErrors,
  limitBodies,
  limitFailures,
  refuseUnknownPaths,
  serveErrors,
} from 'fastify-contract'
import { docs } from 'fastify-contract/docs'
import { mcp } from 'fastify-contract/mcp'
import { contract } from '../../generated/contract.js'
import { plantStore } from '../plugin.js'
import type { PlantStore } from '../store/store.js'
import type { Config } from './config.js'
import { docsPath, readDocument, registerSwagger } from './document.js'
import { limitConnections } from './limit-connections.js'
import { limitRequests } from './limit-requests.js'
import type { LoggerOptions } from './logging.js'
import type { Metrics } from './metrics.js'
import { answerExpectations, refuseBadHeads, refuseConnect } from './request-head.js'
import { logAborted, logUnrouted, requestLines } from './request-lines.js'
import { oneLine, StartError } from './start-error.js'
import { acceptedTokens } from './token-file.js'
import type { Tracing } from './tracing.js'

export interface AppOptions {
  readonly config: Config
  /** Closing the app leaves it open. */
  readonly store: PlantStore
  /** Counts requests, if there are metrics. */
  readonly metrics?: Metrics | undefined
  /** Makes spans of requests, if it is configured. */
  readonly tracing?: Tracing | undefined
  /** Of a worker: resolves when no process listens on the port any more. */
  readonly portClosed?: (() => Promise<void>) | undefined
  /** Default: nothing is logged. */
  readonly logger?: LoggerOptions
}

/**
 * Builds the server: the plant store and its document under the base path, with limits, time-outs and one
 * body for every error.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, logger, portClosed = async () => {} } = options
  const app = fastify({
    ...serverOptions(config),
    frameworkErrors(error, request, reply) {
      options.metrics?.watchUnrouted(request, reply)
      logUnrouted(request, reply)
      frameworkErrors(error, request, reply)
    },
    logger: logger ?? false,
  })
  await options.tracing?.watch(app)
  await app.register(connections, {
    grace: Math.min(1_000, config.shutdownTimeout / 2),
    portClosed,
  })
  limitBodies(app, Math.max(config.bodyMemory, config.bodyLimit))
  serveErrors(app)
  if (config.requestIdHeader !== undefined) answerIds(app, config.requestIdHeader)
  options.metrics?.watch(app)
  refuseBadHeads(app)
  answerExpectations(app)
  refuseConnect(app)
  limitRequests(app, config.maxRequests)
  // No limit on their number: Node silently drops the headers beyond it.
  app.server.maxHeadersCount = 0
  limitConnections(app, config.maxConnections)
  logAborted(app)
  const prefix = config.basePath
  const failures = config.maxFailedTokens
  const bearerAuth = limitFailures(bearer(acceptedTokens(app, config)), { failures })
  const { handlerTimeout } = config
  await app.register(plantStore, { prefix, store, security: { bearerAuth }, handlerTimeout })
  if (config.mcp) await offerTools(app, prefix)
  const document = readDocument()
  await registerSwagger(app, document)
  await app.register(docs({ document, page: config.docs && docsPath }), { prefix })
  refuseUnknownPaths(app)
  return app
}

/** @throws {StartError} without the package that it needs, an optional peer. */
async function offerTools(app: FastifyInstance, prefix: string): Promise<void> {
  try {
    await app.register(mcp(contract, { tools: ['plants'] }), { prefix })
  } catch (error) {
    throw new StartError(`MCP: ${oneLine(error)}, or remove MCP`, { cause: error })
  }
}

/** Sends the id of each request back in this header. */
function answerIds(app: FastifyInstance, header: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id)
    done()
  })
}

function serverOptions(config: Config): FastifyServerOptions & { http: object } {
  const { headerLimit, requestTimeout } = config
  return {
    http: {
      maxHeaderSize: headerLimit,
      // Node answers without a body; `refuseBadHeads` does it instead.
      requireHostHeader: false,
      // Node accepts no longer time for the head than for the whole request.
      headersTimeout: Math.min(config.headersTimeout, requestTimeout),
      requestTimeout,
      // Node's default of 30 s is too long for the time-outs above.
      connectionsCheckingInterval: 1000,
    },
    bodyLimit: config.bodyLimit,
    requestTimeout,
    connectionTimeout: config.connectionTimeout,
    keepAliveTimeout: config.keepAliveTimeout,
    // A server that is stopping answers with `Connection: close`; Fastify's 503 is not our Error body.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler,
    // The contract has no HEAD operations.
    exposeHeadRoutes: false,
    // No header of a client decides the logged address, nor the id of a request unless it is configured.
    trustProxy: false,
    requestIdHeader: config.requestIdHeader ?? false,
    ...(config.requestIdHeader !== undefined && { genReqId: () => randomUUID() }),
    ...requestLines(),
    // Limited with the whole head; Fastify's own limit is 100 characters.
    routerOptions: { maxParamLength: headerLimit },
  }
}
