import type { RawChanges } from '../../requests/write-raw.js'

/** A message over a connection of its own. */
export interface Message {
  readonly what: string
  /**
   * `refused`: HTTP says that it must be, or that it is not whole; `answered`: as the server likes, as long as it
   * lives and does not fail; `accepted`: as any valid request.
   */
  readonly expect: 'refused' | 'answered' | 'accepted'
  /** Where HTTP says so. */
  readonly source: string
  /** What a success is worth saying; none: nothing. */
  readonly note?: string
  /** None if it makes no sense for the request. */
  readonly changes?: (body: Buffer) => RawChanges
  /** Bytes that are no request at all. */
  readonly bytes?: Buffer
  /** Statuses that refuse what is accepted elsewhere, as rightly. */
  readonly tolerated?: readonly number[]
}
