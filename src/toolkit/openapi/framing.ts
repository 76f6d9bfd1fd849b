/**
 * How the items of a body follow each other: JSON texts, each on a line (`lines`) or between the
 * signs of RFC 7464 (`records`); or server-sent events, of which an item is all fields (`events`), the
 * `data` as JSON (`data`), or the `data` as it is (`texts`).
 */
export type Framing = 'lines' | 'records' | 'events' | 'data' | 'texts'

/** The fields of a server-sent event (WHATWG HTML, section 9.2.6). */
export interface ServerSentEvent {
  readonly event?: string
  /** What is no text is written as JSON. */
  readonly data?: unknown
  readonly id?: string
  /** Milliseconds. */
  readonly retry?: number
}

/** Their names. */
export const EVENT_FIELDS: readonly string[] = [
  'data',
  'event',
  'id',
  'retry',
] satisfies (keyof ServerSentEvent)[]
