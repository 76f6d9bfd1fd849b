/** How many connections there are. */

import type { FastifyInstance } from 'fastify'

/**
 * Closes connections beyond `limit` at once, and says so in the log: once, then nothing for
 * `quietFor` milliseconds, because there may be thousands.
 */
export function limitConnections(app: FastifyInstance, limit: number, quietFor = 60_000): void {
  app.server.maxConnections = limit
  let quiet = false
  app.server.on('drop', () => {
    if (quiet) return
    quiet = true
    setTimeout(() => {
      quiet = false
    }, quietFor).unref()
    app.log.warn({ limit }, 'too many connections; see MAX_CONNECTIONS')
  })
}
