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

/** An option of a command, as its help and the README show it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** Its short form, one letter. */
  readonly short?: string
  /** Placeholder for its value. */
  readonly value?: string
  readonly default?: string
  readonly meaning: string
}

/** The options of a command by name. */
export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The option that every command has. */
export const HELP = {
  help: { type: 'boolean', short: 'h', meaning: 'Tell all this.' },
} as const satisfies CommandOptions

/** An option as its user types it: `--spec FILE`. */
export function optionUsage(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
