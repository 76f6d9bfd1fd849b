import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'

/** The used part of Fastify's router, `find-my-way`. */
export interface HostRouter<Store> {
  on(method: 'GET', path: string, handler: () => void, store: Store): void
  find(method: 'GET', path: string): { readonly store: Store } | null
}

/** Makes a router with the options of `find-my-way`. */
export type MakeRouter = <Store>(options: object) => HostRouter<Store>

/**
 * Makes routers that match as Fastify does: from the copy that Fastify itself depends on. If that
 * cannot be found, as in a bundle, the router finds nothing, and 405 becomes 404. Loaded before the
 * server listens, while files can still be opened.
 *
 * @param from - File from which Fastify is resolved.
 */
export function hostRouter(log: FastifyBaseLogger, from: string = import.meta.url): MakeRouter {
  try {
    const fastify = createRequire(from).resolve('fastify')
    return createRequire(fastify)('find-my-way')
  } catch (err) {
    const why = "the router of Fastify cannot be loaded; leave 'fastify' out of the bundle"
    log.warn({ err }, `methods that a path does not have are answered 404 instead of 405: ${why}`)
    return () => ({ on() {}, find: () => null })
  }
}
