/** How many connections there are, and how they end when the server stops. */

import type { Socket } from 'node:net'
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

/**
 * Tells the clients whose requests are under way when the server stops that their connection ends.
 * Node closes the connections that are idle at that moment; one that becomes idle later would be
 * kept until its keep-alive time-out, and the server with it. Nor does it close those on which nothing
 * was ever sent, as clients open them in advance.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
