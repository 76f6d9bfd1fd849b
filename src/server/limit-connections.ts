import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onceAMinute } from '../once-a-minute.js'

/**
 * Closes connections beyond `limit` at once. Not by `maxConnections`, with which a worker of node:cluster gives a
 * connection back to the primary: while all are full that offers it to them without an end.
 */
export function limitConnections(app: FastifyInstance, limit: number, isNew = onceAMinute()): void {
  const message = 'too many connections; see MAX_CONNECTIONS'
  let open = 0
  app.server.prependListener('connection', (socket: Socket) => {
    if (open < limit) {
      open++
      socket.once('close', () => open--)
      return
    }
    socket.destroy()
    if (isNew(message)) app.log.warn({ limit }, message)
  })
}
