/** `undecided`: neither a proof that nobody breaks was found, nor a witness of somebody who does. */
export type Severity = 'breaking' | 'undecided' | 'notice'

/** A place in one of the documents. */
export interface ChangePlace {
  /** `file:line:column`. */
  readonly at: string
  readonly pointer: string
}

/** What a change does, wherever it is. */
export interface Effect {
  /** Stable name of the rule. */
  readonly rule: string
  readonly severity: Severity
  /** Who breaks, or may notice: `clients that read ...`. */
  readonly who: string
  /** The part of a value that it is about, such as `owner.tags[0]`; none for the whole. */
  readonly path?: string
  /** One line. */
  readonly text: string
  readonly old?: ChangePlace
  readonly new?: ChangePlace
  /** What shows it: a payload, or a part of a request or a response. */
  readonly witness?: { readonly value: unknown }
}

/** An effect that breaks somebody. */
export type BreakingEffect = Omit<Effect, 'severity'>

/** A change between two documents. */
export interface Change extends Effect {
  /** The operations that it is about, such as `GET /plants`: the first one is that of the witness. */
  readonly operations: readonly string[]
  /** Part of the first operation: `query parameter limit`, `response 200`; empty for the whole. */
  readonly part: string
}
