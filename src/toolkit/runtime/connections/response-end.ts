import type { ServerResponse } from 'node:http'
import { onSocketClose } from './socket-close.js'

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
  let isOver = false
  const end = (isSent: boolean) => {
    if (isOver) return
    isOver = true
    cancel()
    act(isSent)
  }
  const leave = () => end(false)
  const cancel = onSocketClose(socket, leave)
  response.once('finish', () => end(true)).once('close', leave)
}
