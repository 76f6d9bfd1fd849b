import type { Socket } from 'node:net'

/** What to do when a connection closes. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` when a connection closes. All requests of a connection share one listener: Node warns
 * of more than ten, and pipelined requests may be more.
 *
 * @returns a function that prevents the call.
 */
export function onSocketClose(socket: Socket, act: () => void): () => void {
  const acts = waiting.get(socket) ?? listen(socket)
  const own = () => act()
  acts.add(own)
  return () => void acts.delete(own)
}

function listen(socket: Socket): Set<() => void> {
  const acts = new Set<() => void>()
  waiting.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}
