import type { Cursor } from './cursor.js'

/** What is known of the schemas under `components`, once all of them have a name. */
export interface ComponentIndex {
  readonly byKey: Map<string, Cursor>
  /** The keys by the names of the schemas. */
  readonly keys: Map<string, string>
  /** The keys by the places of other documents that they gave their names to. */
  readonly keyOf: Map<string, string>
  /** The places of those that gave their name away. */
  readonly adopted: Set<string>
}

export function componentIndex(): ComponentIndex {
  return { byKey: new Map(), keys: new Map(), keyOf: new Map(), adopted: new Set() }
}
