import type { Options } from './arguments/option.js'

/** A command of `fastify-contract`: all that its help, its errors and the README say of it. */
export interface Command {
  readonly name: string
  /** What it does, in a few words. */
  readonly summary: string
  /** What stands behind its name. */
  readonly usage: string
  /** What it does, in a sentence or two. */
  readonly about: string
  readonly options: Options
  readonly examples: readonly [Example, ...Example[]]
  /** What else its user has to know. */
  readonly notes?: readonly string[]
  /** Runs it; returns the exit code. What it needs is loaded now. */
  readonly run: (args: readonly string[]) => Promise<number>
}

export interface Example {
  readonly args: readonly string[]
  readonly meaning: string
}
