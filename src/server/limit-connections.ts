import cluster from 'node:cluster'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections beyond `limit` at once, and logs that once per `quietFor` milliseconds, because there
 * may be thousands.
 */
export function limitConnections(app: FastifyInstance, limit: number, quietFor = 60_000): void {
  let isQuiet = false
  closeBeyond(app, limit, () => {
    if (isQuiet) return
    isQuiet = true
    setTimeout(() => {
      isQuiet = false
    }, quietFor).unref()
    app.log.warn({ limit }, 'too many connections; see MAX_CONNECTIONS')
  })
}

function closeBeyond(app: FastifyInstance, limit: number, dropped: () => void): void {
  if (!cluster.isWorker) {
    app.server.maxConnections = limit
    app.server.on('drop', dropped)
    return
  }
  // With `maxConnections` a worker of node:cluster gives a connection back to the primary, which offers it
  // to the next one at once: while all are full that goes round without an end.
  let open = 0
  app.server.prependListener('connection', (socket: Socket) => {
    if (open >= limit) {
      socket.destroy()
      dropped()
      return
    }
    open++
    socket.once('close', () => open--)
  })
}
