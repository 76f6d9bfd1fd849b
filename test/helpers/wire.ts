import { once } from 'node:events'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { messageOf } from './talk.js'

/** A connection, and the text that it receives until it ends. */
export interface Wire {
  readonly socket: Socket
  /** Sends the requests of lines, as `POST /pets {"name":"fern"}`, all at once. */
  ask(...lines: readonly string[]): void
  /** Everything, once the connection is closed. */
  readonly closed: Promise<string>
  /** Waits until a text has come in, and returns everything so far; rejects at the end without it. */
  until(text: string): Promise<string>
}

/** Has an app listen on a free port of this machine, and returns the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return Number(new URL(address).port)
}

/** Has a server listen on a free port of this machine until the test ends, and returns the port. */
export async function portFor(t: Test, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Connects to a port of this machine, or to an app, which listens then; the connection ends with the test. */
export async function dial(t: Test, to: number | FastifyInstance): Promise<Wire> {
  const port = typeof to === 'number' ? to : await listen(to)
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  t.teardown(() => socket.destroy())
  let received = ''
  socket.on('data', (text: string) => {
    received += text
    socket.emit('received')
  })
  // A connection that is reset has ended too.
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => received)
  await once(socket, 'connect')
  return {
    socket,
    ask: (...lines) => void socket.write(lines.map(messageOf).join('')),
    closed,
    async until(text) {
      let from = 0
      while (!received.includes(text, from)) {
        from = Math.max(0, received.length - text.length)
        if (socket.closed) throw new Error(`closed without ${text} after ${received.slice(-500)}`)
        await Promise.race([once(socket, 'received'), closed])
      }
      return received
    },
  }
}
