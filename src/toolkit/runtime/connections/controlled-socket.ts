import type { Socket } from 'node:net'
import type { Inbound } from './inbound.js'

const INBOUND = Symbol('input of a connection')

type ControlledSocket = Socket & { [INBOUND]?: Inbound }

/** The input of a connection that is controlled: a member costs less than an entry of a map of all. */
export function inboundOf(socket: ControlledSocket): Inbound | undefined {
  return socket[INBOUND]
}

export function keepInbound(socket: ControlledSocket, inbound: Inbound): void {
  socket[INBOUND] = inbound
}
