/** How the server starts: a store that can keep plants, an app, a port. */

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openStore } from '../store/open.js'
import type { PlantStore } from '../store/store.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { loggerOptions, type Output } from './logging.js'
import { oneLine, StartError, whyNotListening } from './start-error.js'
import { hashToken, makeToken } from './tokens.js'

/** A server that listens. */
export interface Service {
  readonly app: FastifyInstance
  readonly store: PlantStore
  readonly config: Config
  /** The port it listens on. */
  readonly port: number
  /** The token that it made because none is configured; kept nowhere else. */
  readonly token: string | undefined
}

/**
 * Opens the store and listens. Whatever was opened is closed again when a later step fails.
 *
 * @param output - where the log goes.
 * @throws {StartError} when the store cannot be opened or the port cannot be had.
 */
export async function start(given: Config, output: Output): Promise<Service> {
  const { config, token } = withToken(given)
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
  const token = makeToken()
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
    throw new StartError(whyNotListening(error, host, port), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}
