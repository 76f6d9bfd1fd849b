import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { listenFailure } from 'fastify-contract'
import { within } from '../store/common/within.js'
import { openStore } from '../store/open.js'
import type { PlantStore } from '../store/store.js'
import { openAdmin } from './admin-server.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { type LogOutput, loggerOptions } from './logging.js'
import type { Metrics } from './metrics.js'
import { oneLine, StartError } from './start-error.js'
import { hashToken, randomToken } from './tokens.js'
import type { Tracing } from './tracing.js'

/** What `tracing.ts` imports. */
const PACKAGES =
  '@fastify/otel @opentelemetry/api@1 @opentelemetry/exporter-trace-otlp-http@0.222 @opentelemetry/resources@2 @opentelemetry/sdk-trace-node@2'

/** Node's default. */
const BACKLOG = 511

export interface Service {
  readonly app: FastifyInstance
  readonly store: PlantStore
  readonly config: Config
  /** 0 until it listens. */
  port: number
  /** The generated token if none is configured; its only copy. */
  readonly token: string | undefined
  /** If there is an admin port: of this process. */
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
  /** Unless this is one of several processes. */
  admin?: FastifyInstance | undefined
  isStopping: boolean
}

/**
 * Opens the store and listens. Closes what it opened when a later step fails.
 *
 * @param portClosed - In one of several processes, which are told of and administered as one: resolves when none
 *   of them listens on the port any more.
 * @throws {StartError} when the store cannot be opened or the port cannot be listened on.
 */
export async function start(
  configured: Config,
  output: LogOutput,
  portClosed?: () => Promise<void>,
): Promise<Service> {
  const { config, token } = withToken(configured)
  const isWorker = portClosed !== undefined
  const metrics = config.adminPort === undefined ? undefined : await createMetrics()
  const tracing = await startTracing(config)
  const store = await open(config.storeUrl, metrics)
  const opened: { close(): unknown }[] = [store]
  try {
    const logger = await loggerOptions(config, output)
    const app = await buildApp({ config, store, logger, metrics, tracing, portClosed })
    opened.unshift(app)
    const service: Service = {
      ...{ app, store, config, token, metrics, tracing },
      port: 0,
      isStopping: false,
    }
    if (metrics && !isWorker) {
      const state = { trouble: () => troubleOf(service), metrics: () => metrics.text() }
      const admin = await openAdmin(config, state, app.log)
      opened.unshift(admin as FastifyInstance)
      service.admin = admin
    }
    service.port = await listen(app, config, isWorker)
    return service
  } catch (error) {
    for (const each of opened) await each.close()
    throw error
  }
}

/** Loaded when it is needed: the library of metrics takes a tenth of the time to start. */
async function createMetrics(): Promise<Metrics> {
  const { Metrics } = await import('./metrics.js')
  return new Metrics()
}

/** Loaded when it is needed: its packages are optional, and take as much time to start as all others. */
async function startTracing({ otelExporterOtlpEndpoint }: Config): Promise<Tracing | undefined> {
  if (otelExporterOtlpEndpoint === undefined) return undefined
  try {
    const { Tracing } = await import('./tracing.js')
    return new Tracing(otelExporterOtlpEndpoint)
  } catch (error) {
    const what = `spans need more packages, install them or remove it: npm install ${PACKAGES}`
    throw new StartError(`OTEL_EXPORTER_OTLP_ENDPOINT: ${what} (${oneLine(error)})`, {
      cause: error,
    })
  }
}

/** Why requests would not be answered: `undefined` if it listens, does not stop, and its store can be reached. */
export async function troubleOf({ store, port, isStopping }: Service): Promise<string | undefined> {
  if (isStopping) return 'the server is stopping'
  if (port === 0) return 'the server is not listening yet'
  return store.ready().then(() => undefined, oneLine)
}

export function withToken(config: Config): { config: Config; token: string | undefined } {
  if (config.tokenHashes.length > 0) return { config, token: undefined }
  const token = randomToken()
  return { config: Object.freeze({ ...config, tokenHashes: [hashToken(token)] }), token }
}

async function open(url: string, metrics: Metrics | undefined): Promise<PlantStore> {
  let store: PlantStore | undefined
  try {
    store = openStore(url, { observe: metrics?.batch })
    await store.ready()
    return store
  } catch (error) {
    await store?.close()
    throw new StartError(`STORE_URL: ${oneLine(error)}`, { cause: error })
  }
}

/** @param isQuiet - True if somebody else logs the address: Fastify has no option for that. */
async function listen(app: FastifyInstance, config: Config, isQuiet: boolean): Promise<number> {
  const { host, port } = config
  // One of several processes has its share of them.
  const connections = config.maxConnections * config.workers
  try {
    await app.ready()
    const { level } = app.log
    if (isQuiet) app.log.level = 'silent'
    // All may come at once; the system drops those beyond the backlog, which try again a second later.
    await app.listen({ host, port, backlog: Math.max(BACKLOG, connections) })
    app.log.level = level
  } catch (error) {
    await app.close()
    throw new StartError(listenFailure(error, host, port) ?? oneLine(error), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}

/**
 * Stops a service, after SHUTDOWN_DELAY: no new connections, idle ones are closed, requests in progress are answered, then the
 * store is closed. After SHUTDOWN_TIMEOUT they are cut off; the store then has the same time to close.
 *
 * @returns true if nothing was cut off.
 */
export async function stop(service: Service): Promise<boolean> {
  const { app, store, config, admin, tracing } = service
  service.isStopping = true
  await wait(config.shutdownDelay)
  const time = config.shutdownTimeout
  const closing = app.close()
  const isDrained = await settlesWithin(time, closing)
  if (!isDrained) {
    app.log.warn('requests are still under way and are cut off; see SHUTDOWN_TIMEOUT')
    app.server.closeAllConnections()
  }
  const closed = closing.then(() => store.close())
  const sent = closing.then(() => tracing?.close())
  const [isClosed] = await Promise.all([settlesWithin(time, closed), settlesWithin(time, sent)])
  if (!isClosed) app.log.error('the store did not close in time')
  const clean = isDrained && isClosed
  await admin?.close()
  app.log.info({ clean }, 'stopped')
  return clean
}

function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return within(
    ms,
    promise.then(() => true),
    () => false,
  )
}
