import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The responses of a connection that have not been sent, in the order of their requests. */
export class Unanswered {
  readonly all: ServerResponse[] = []
  /** The response to the last request, sent or not. */
  latest: ServerResponse | undefined

  add(response: ServerResponse): void {
    this.all.push(response)
    this.latest = response
  }
}

const connections = new WeakMap<Socket, Unanswered>()

/** What a connection waits for; `undefined` if nobody has counted its requests. */
export function unansweredOf(socket: Socket): Unanswered | undefined {
  return connections.get(socket)
}

/** The same, counted from now on. */
export function countUnanswered(socket: Socket): Unanswered {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const unanswered = new Unanswered()
  connections.set(socket, unanswered)
  return unanswered
}
