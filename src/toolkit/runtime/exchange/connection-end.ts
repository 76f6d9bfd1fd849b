import type { Socket } from 'node:net'

/** What to do when a connection closes, by connection. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` when a connection closes. All of them share one listener of the connection: adding and
 * removing listeners for each request takes more time than the rest of most hooks.
 *
 * @returns a function that prevents the call.
 */
export function onConnectionEnd(socket: Socket, act: () => void): () => void {
  const all = waiting.get(socket) ?? opened(socket)
  all.add(act)
  return () => void all.delete(act)
}

function opened(socket: Socket): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(socket, all)
  socket.once('close', () => {
    for (const act of all) act()
  })
  return all
}
