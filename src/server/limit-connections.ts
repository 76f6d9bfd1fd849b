import cluster from 'node:cluster'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onceAMinute } from '../once-a-minute.js'

/** Closes connections beyond `limit` at once. */
export function limitConnections(app: FastifyInstance, limit: number, isNew = onceAMinute()): void {
  const message = 'too many connections; see MAX_CONNECTIONS'
  closeBeyond(app, limit, () => {
    if (isNew(message)) app.log.warn({ limit }, message)
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
