import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The responses of a connection, which are sent in the order of their requests. */
export interface Unanswered {
  /** Number of those that have not been sent. */
  count: number
  /** The response to the last request, and the one before it: none if all are sent, and their requests complete. */
  latest: ServerResponse | undefined
  previous: ServerResponse | undefined
}

const connections = new WeakMap<Socket, Unanswered>()

/** What a connection waits for; `undefined` if nobody has counted its requests. */
export function unansweredOf(socket: Socket): Unanswered | undefined {
  return connections.get(socket)
}

/** The same, with one more response. */
export function countUnanswered(socket: Socket, response: ServerResponse): Unanswered {
  const unanswered = connections.get(socket) ?? { count: 0, latest: undefined, previous: undefined }
  connections.set(socket, unanswered)
  unanswered.count++
  unanswered.previous = unanswered.latest
  unanswered.latest = response
  return unanswered
}

/** Lets go of the responses once all are sent: two of each idle connection would keep 5 KB, and more with large bodies. */
export function forgetAnswered(unanswered: Unanswered): void {
  if (unanswered.count > 0 || unanswered.latest?.req.complete === false) return
  unanswered.latest = undefined
  unanswered.previous = undefined
}
