import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks for the end of responses, by connection. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` once, when a response has been sent or its connection is closed; at once if that has
 * happened before. A pipelined response has no socket yet, and emits no event if it will never get
 * one.
 *
 * @param act - Called with true if the whole response has been sent.
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
