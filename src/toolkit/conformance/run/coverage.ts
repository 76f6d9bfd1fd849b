import type { MediaType, Operation } from '../document/contract.js'
import { isResponse, type Outcome } from '../exchange/response.js'

/** Which responses of which operations a run has seen, and which places of the document it has tried. */
export class Coverage {
  requests = 0
  /** By operation, then by status: number of responses. */
  readonly statuses = new Map<Operation, Map<number, number>>()
  /** Pointers of the rules that cases were made for, by the operation. */
  readonly tried = new Map<Operation, Set<string>>()
  /** Media types of requests of which the server took a body that the kit has drawn. */
  readonly taken = new Set<MediaType>()

  note(operation: Operation | undefined, outcome: Outcome): void {
    this.requests++
    if (operation === undefined || !isResponse(outcome)) return
    const seen = this.statuses.get(operation) ?? new Map<number, number>()
    this.statuses.set(operation, seen)
    seen.set(outcome.status, (seen.get(outcome.status) ?? 0) + 1)
  }

  try(operation: Operation | undefined, pointer: string): void {
    if (operation === undefined) return
    const tried = this.tried.get(operation) ?? new Set<string>()
    this.tried.set(operation, tried)
    tried.add(pointer)
  }
}
