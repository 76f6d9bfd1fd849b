import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

/** No test waits so long, on any machine: what a server sends ends each exchange, not this time. */
export const LONG = 120_000

/** The URL of a server that listens as long as a test runs. */
export async function urlOf(t: Test, server: Server, protocol = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    ;(server as { closeAllConnections?: () => void }).closeAllConnections?.()
    server.close()
  })
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that does something with a connection after its first bytes. */
export function answering(act: (socket: Socket) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
}
