import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'

/** As much of Fastify's router, `find-my-way`, as is used here. */
export interface Router<Store> {
  on(method: 'GET', path: string, handler: () => void, store: Store): void
  find(method: 'GET', path: string): { readonly store: Store } | null
}

type FindMyWay = <Store>(options: object) => Router<Store>

/**
 * A router that finds what Fastify's own would: the copy that Fastify itself depends on, so that both
 * match alike. Where that is nowhere, as in a bundle, one that finds nothing: 405 is then 404.
 *
 * @param from - Where to look for Fastify.
 */
export function hostRouter<Store>(
  options: object,
  log: FastifyBaseLogger,
  from: string = import.meta.url,
): Router<Store> {
  try {
    const fastify = createRequire(from).resolve('fastify')
    const findMyWay = createRequire(fastify)('find-my-way') as FindMyWay
    return findMyWay(options)
  } catch (err) {
    const why = "the router of Fastify cannot be loaded; leave 'fastify' out of the bundle"
    log.warn({ err }, `methods that a path does not have are answered 404 instead of 405: ${why}`)
    return { on() {}, find: () => null }
  }
}
