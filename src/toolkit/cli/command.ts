import type { CommandOptions } from './arguments/option.js'

/** A command of `fastify-contract`, as its help and the README describe it. */
export interface Command {
  readonly name: string
  /** Its purpose in a few words. */
  readonly summary: string
  /** Arguments after its name. */
  readonly usage: string
  /** Its purpose in one or two sentences. */
  readonly about: string
  readonly options: CommandOptions
  readonly examples: readonly [CommandExample, ...CommandExample[]]
  readonly notes?: readonly string[]
  /** Loads the command and runs it. Returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

interface CommandExample {
  readonly args: readonly string[]
  readonly meaning: string
}
