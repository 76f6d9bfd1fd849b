import type { Config } from '../config.js'

/** A message to a worker: its configuration first; then new tokens, turns to write, and the order to stop. */
export type WorkerOrder =
  | { readonly config: Config }
  | { readonly tokens: readonly Buffer[] }
  | { readonly turn: 'begin' | 'end' }
  | 'stop'

/**
 * What a worker tells: that it takes orders; then that it listens, or why it does not, in one line; and
 * that it wants a turn to write, or has ended it.
 */
export type WorkerReport =
  | 'ready'
  | { readonly port: number }
  | { readonly failure: string }
  | { readonly turn: 'want' | 'end' }
