/**
 * Framing of the items of a sequential media type: JSON texts, each on a line (`application/jsonl`)
 * or between the separators of RFC 7464 (`application/json-seq`); or server-sent events
 * (`text/event-stream`), whose items are all fields of an event, its `data` as JSON, or its `data`
 * as a string.
 */
export type Framing =
  | 'json-lines'
  | 'json-seq'
  | 'event-stream'
  | 'event-stream-json'
  | 'event-stream-text'

/** Fields of a server-sent event (WHATWG HTML, section 9.2.6). */
export interface ServerSentEvent {
  readonly event?: string
  /** A value that is no string is written as JSON. */
  readonly data?: unknown
  readonly id?: string
  /** Milliseconds. */
  readonly retry?: number
}

export const EVENT_FIELDS: readonly string[] = [
  'data',
  'event',
  'id',
  'retry',
] satisfies (keyof ServerSentEvent)[]
