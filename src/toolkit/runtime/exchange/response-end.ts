import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What waits for the end of responses, by the connections that they go to. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` once, when a response has been sent whole or the connection that it was to go to is
 * closed; at once where that was before. A response that waits behind another one of its connection
 * (pipelining) has no socket yet, and tells nobody that it never will.
 *
 * @param act - Told whether the response has been sent whole.
 */
export function onResponseEnd(response: ServerResponse, act: (isSent: boolean) => void): void {
  const { socket } = response.req
  if (response.destroyed || socket.destroyed) {
    act(response.writableFinished)
    return
  }
  const others = waitingFor(socket)
  const end = (isSent: boolean) => {
    if (others.delete(leave)) act(isSent)
  }
  const leave = () => end(false)
  others.add(leave)
  response.once('finish', () => end(true)).once('close', leave)
}

function waitingFor(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known !== undefined) return known
  const all = new Set<() => void>()
  waiting.set(socket, all)
  socket.once('close', () => {
    for (const leave of all) leave()
  })
  return all
}
