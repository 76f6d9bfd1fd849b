import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openStore } from '../store/open.js'
import type { PlantStore } from '../store/store.js'
import { buildApp } from './app.js'
import { type Config, ConfigError } from './config.js'
import { type LogOutput, loggerOptions } from './logging.js'
import { redact } from './redaction.js'
import type { AcceptedTokens } from './token-file.js'
import { hashToken, randomToken } from './tokens.js'
import { allocateYoung } from './young-objects.js'

export interface Service {
  readonly app: FastifyInstance
  readonly store: PlantStore
  readonly config: Config
  readonly port: number
  /** The generated token if none is configured; its only copy. */
  readonly token: string | undefined
}

/**
 * Opens the store and listens. Closes what it opened when a later step fails.
 *
 * @param tokens - In one of several processes: the tokens, which the primary changes.
 * @throws {StartError} when the store cannot be opened or the port cannot be listened on.
 */
export async function start(
  configured: Config,
  output: LogOutput,
  tokens?: AcceptedTokens,
): Promise<Service> {
  allocateYoung()
  const { config, token } = withToken(configured)
  const store = await open(config.storeUrl)
  try {
    const logger = loggerOptions(config, output)
    const app = await buildApp({ config, store, logger, ...(tokens && { tokens }) })
    const port = await listen(app, config, tokens !== undefined)
    return { app, store, config, port, token }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Generates a token if none is configured. */
export function withToken(config: Config): { config: Config; token: string | undefined } {
  if (config.tokenHashes.length > 0) return { config, token: undefined }
  const token = randomToken()
  return { config: Object.freeze({ ...config, tokenHashes: [hashToken(token)] }), token }
}

async function open(url: string): Promise<PlantStore> {
  let store: PlantStore | undefined
  try {
    store = openStore(url)
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
  try {
    await app.ready()
    const { level } = app.log
    if (isQuiet) app.log.level = 'silent'
    await app.listen({ host, port })
    app.log.level = level
  } catch (error) {
    await app.close()
    throw new StartError(listenFailure(error, host, port), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}

/**
 * Stops a service: no new connections, idle ones are closed, requests in progress are answered, then the
 * store is closed. After SHUTDOWN_TIMEOUT they are cut off; the store then has the same time to close.
 *
 * @returns true if nothing was cut off.
 */
export async function stop({ app, store, config }: Service): Promise<boolean> {
  const time = config.shutdownTimeout
  const closing = app.close()
  const isDrained = await settlesWithin(time, closing)
  if (!isDrained) {
    app.log.warn('requests are still under way and are cut off; see SHUTDOWN_TIMEOUT')
    app.server.closeAllConnections()
  }
  const closed = closing.then(() => store.close())
  const isClosed = await settlesWithin(time, closed)
  if (!isClosed) app.log.error('the store did not close in time')
  const clean = isDrained && isClosed
  app.log.info({ clean }, 'stopped')
  return clean
}

async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reason why the server did not start: one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export function listenFailure(error: unknown, host: string, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is taken; stop the other server, or choose another port`
    case 'EACCES':
      return `PORT: ${port} is not allowed for this user; choose one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is no address of this machine; correct it, or remove it`
    default:
      return oneLine(error)
  }
}

/** The lines to print, without a stack. */
export function startFailure(error: unknown): string {
  const lines = error instanceof ConfigError ? error.problems : [oneLine(error)]
  return lines.map((line) => `plant-store: ${line}\n`).join('')
}

/** The first line of an error, without credentials. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return redact(text.replace(/\n.*/s, ''))
}
