import type { SentMetrics } from '../admin/metrics.js'
import type { Config } from '../config.js'

/** A message to a worker: its configuration first; then new tokens, questions, and the order to stop. */
export type WorkerOrder =
  | { readonly config: Config }
  | { readonly tokens: readonly Buffer[] }
  | 'ask'
  | 'stop'

/** The answer to `ask`. */
export interface WorkerState {
  /** Why it cannot answer requests. */
  readonly trouble: string | undefined
  readonly metrics: SentMetrics
}

/** What a worker tells: that it takes orders; then that it listens, or why it does not, in one line. */
export type WorkerReport =
  | 'ready'
  | { readonly port: number }
  | { readonly failure: string }
  | { readonly state: WorkerState }
