import type { FastifyPluginAsync } from 'fastify'
import { type SecurityHandlers, serve } from 'fastify-contract'
import fp from 'fastify-plugin'
import { contract } from '../generated/contract.js'
import { createHandlers } from './handlers.js'
import type { PlantStore } from './store/store.js'

/** Options of the plugin, besides Fastify's `prefix`. */
export interface PlantStoreOptions {
  /** The store; its opener closes it, after the app. */
  readonly store: PlantStore
  /** The authentication, such as `bearer(tokens)`. */
  readonly security: SecurityHandlers<'bearerAuth'>
  /** Milliseconds after which a request fails. Default: no limit. */
  readonly handlerTimeout?: number
}

const plugin: FastifyPluginAsync<PlantStoreOptions & { prefix?: string }> = async (
  app,
  options,
) => {
  const { store, security, handlerTimeout } = options
  if (typeof store?.create !== 'function') throw new TypeError('plantStore needs a store')
  const handlers = createHandlers(store)
  const timeout = handlerTimeout === undefined ? {} : { handlerTimeout }
  // Not on first use, when file descriptors may be exhausted.
  await serve(contract, { handlers, security, load: 'eager', ...timeout })(app, options)
}

/**
 * The plant store as an encapsulated Fastify plugin: it does not change its host.
 *
 * ```ts
 * await app.register(plantStore, { prefix: '/v1', store, security: { bearerAuth: bearer(tokens) } })
 * ```
 *
 * @throws {TypeError} when the store or a security handler is missing.
 */
export const plantStore = fp(plugin, {
  name: 'plant-store',
  fastify: '^5.0.0 || >=6.0.0-alpha.0 <6.0.0',
  encapsulate: true,
})
