/**
 * Framing of the items of a body: JSON texts, each on a line (`lines`) or between the separators of
 * RFC 7464 (`records`); or server-sent events, with items that are all fields (`events`), the
 * `data` as JSON (`data`), or the `data` as a string (`texts`).
 */
export type Framing = 'lines' | 'records' | 'events' | 'data' | 'texts'

/** Fields of a server-sent event (WHATWG HTML, section 9.2.6). */
export interface ServerSentEvent {
  readonly event?: string
  /** A value that is no string is written as JSON. */
  readonly data?: unknown
  readonly id?: string
  /** Milliseconds. */
  readonly retry?: number
}

/** Names of the fields. */
export const EVENT_FIELDS: readonly string[] = [
  'data',
  'event',
  'id',
  'retry',
] satisfies (keyof ServerSentEvent)[]
