import type { Socket } from 'node:net'
import type { HeadFault } from './heads.js'
import type { Turns } from './turns.js'

/** A connection with Node's parser; `null` once another protocol has taken over. */
export type ParsedSocket = Socket & { readonly parser?: object | null }

/** State that all connections of a server share. */
export interface SharedConnectionState {
  readonly turns: Turns
  readonly headerLimit: number
  /** True while the server stops: a new request is the last one of its connection. */
  readonly isClosing: boolean
  /** Answers a faulty head, and ends the connection. */
  refuse(fault: HeadFault, socket: Socket): void
  /** Called with the number of bytes that are held back. */
  held(length: number): void
}
