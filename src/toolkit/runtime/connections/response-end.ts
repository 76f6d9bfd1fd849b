import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** True if the client has left, or cancelled its request: HTTP/2 takes its socket away then. */
export function isLeft({ destroyed, req }: ServerResponse): boolean {
  const socket = req.socket as Socket | null
  // The socket of an injected request has no such member.
  return destroyed || socket === null || socket.destroyed === true
}

/**
 * Calls `act` once, when a response has been sent or its connection is closed; at once if that has
 * happened before. A pipelined response has no socket yet, and emits no event if it will never get
 * one.
 *
 * @param act - Called with true if the whole response has been sent.
 */
export function onResponseEnd(response: ServerResponse, act: (isSent: boolean) => void): void {
  if (isLeft(response)) {
    act(response.writableFinished)
    return
  }
  const acts = waiting.get(response.req.socket) ?? listen(response.req.socket)
  let isOver = false
  const end = (isSent: boolean) => {
    if (isOver) return
    isOver = true
    acts.delete(leave)
    act(isSent)
  }
  const leave = () => end(false)
  acts.add(leave)
  // A cancelled request of HTTP/2 finishes, too.
  response.once('finish', () => end(response.writableEnded)).once('close', leave)
}

/**
 * What to do when a connection closes. All its requests share one listener: Node warns of more than ten, and
 * pipelined requests may be more.
 */
const waiting = new WeakMap<Socket, Set<() => void>>()

function listen(socket: Socket): Set<() => void> {
  const acts = new Set<() => void>()
  waiting.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}
