import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openStore } from '../store/open.js'
import type { PlantStore } from '../store/store.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { type LogOutput, loggerOptions } from './logging.js'
import { listenFailure, oneLine, StartError } from './start-error.js'
import { hashToken, randomToken } from './tokens.js'

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
 * @param output - the output of the log.
 * @throws {StartError} when the store cannot be opened or the port cannot be listened on.
 */
export async function start(configured: Config, output: LogOutput): Promise<Service> {
  const { config, token } = withToken(configured)
  const store = await open(config.storeUrl)
  try {
    const app = await buildApp({ config, store, logger: loggerOptions(config, output) })
    const port = await listen(app, config)
    return { app, store, config, port, token }
  } catch (error) {
    await store.close()
    throw error
  }
}

function withToken(config: Config): { config: Config; token: string | undefined } {
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

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw new StartError(listenFailure(error, host, port), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}
