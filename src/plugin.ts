import type { FastifyPluginAsync } from 'fastify'
import { type SecurityHandlers, serve } from 'fastify-contract'
import fp from 'fastify-plugin'
import { contract } from '../generated/contract.js'
import { tellAvailability } from './availability.js'
import { createHandlers } from './handlers.js'
import type { PlantStore } from './store/store.js'

/** What the plant store needs from its host; Fastify's `prefix` beside it mounts it anywhere. */
export interface PlantStoreOptions {
  /** Where plants are kept. Whoever opened it closes it, after the app. */
  readonly store: PlantStore
  /** Decides who a request comes from; `bearer(tokens)` is one. */
  readonly security: SecurityHandlers<'bearerAuth'>
  /** How long the store may take, in milliseconds. Default: for as long as it takes. */
  readonly handlerTimeout?: number
}

const plugin: FastifyPluginAsync<PlantStoreOptions & { prefix?: string }> = async (
  app,
  options,
) => {
  const { store, security, handlerTimeout } = options
  if (typeof store?.create !== 'function') throw new TypeError('plantStore needs a store')
  const handlers = createHandlers(tellAvailability(store, app.log))
  const timeout = handlerTimeout === undefined ? {} : { handlerTimeout }
  // Before files are short: what is loaded on first use may fail then.
  await serve(contract, { handlers, security, load: 'eager', ...timeout })(app, options)
}

/**
 * The plant store as a Fastify plugin, encapsulated: it changes nothing of its host.
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
