import type { Socket } from 'node:net'
import type { HeadFault } from './heads.js'
import type { Turns } from './turns.js'

/** What Node keeps of a connection: none once it belongs to somebody else. */
export type ParsedSocket = Socket & { readonly parser?: object | null }

/** What all connections of a server have in common. */
export interface SharedConnectionState {
  readonly turns: Turns
  readonly headerLimit: number
  /** Whether the server stops: a request that begins now is the last one of its connection. */
  readonly isClosing: boolean
  /** Answers what is wrong with a head, and ends the connection. */
  refuse(fault: HeadFault, socket: Socket): void
  /** Told of how many bytes are held back. */
  held(length: number): void
}
