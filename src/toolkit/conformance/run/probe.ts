import type { Operation } from '../document/contract.js'
import type { Kit } from './kit.js'

/** A part of the kit: it makes cases of one kind for an operation, and runs them. */
export interface Probe {
  /** Name in reports of what was done. */
  readonly name: string
  /** Requests of its first turn with an operation, after which others have theirs; none: it goes on to its end. */
  readonly share?: number
  run(kit: Kit, operation: Operation): Promise<void>
}
