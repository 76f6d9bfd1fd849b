import type { FastifyRequest } from 'fastify'

const closing = new WeakSet<FastifyRequest>()

/**
 * Ends the connection with the answer, since the rest of the body may still come. Fastify does that for
 * parsers that fail since 5.5.
 */
export function closeAfter(request: FastifyRequest): void {
  closing.add(request)
}

/** The headers that this needs. */
export function closingHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  return closing.has(request) ? { connection: 'close' } : {}
}
