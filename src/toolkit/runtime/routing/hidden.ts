import type { FastifySchema } from 'fastify'

/** The contract documents itself: a document that the host makes of its routes leaves these out. */
export function hidden(): FastifySchema & { hide: true } {
  return { hide: true }
}
