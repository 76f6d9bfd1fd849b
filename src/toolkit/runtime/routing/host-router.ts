import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'

/** As much of Fastify's router, `find-my-way`, as is used here. */
export interface HostRouter<Store> {
  on(method: 'GET', path: string, handler: () => void, store: Store): void
  find(method: 'GET', path: string): { readonly store: Store } | null
}

/** Makes a router with the options of `find-my-way`. */
export type MakeRouter = <Store>(options: object) => HostRouter<Store>

/**
 * What makes routers that find what Fastify's own would: the copy that Fastify itself depends on, so
 * that both match alike. Where that is nowhere, as in a bundle, one that finds nothing: 405 is then 404.
 * It is asked for before the server listens, while files can still be opened.
 *
 * @param from - Where to look for Fastify.
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
