/** A command of `fastify-contract`, as its help and the README describe it. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** Arguments after its name. Default: `[OPTION]...`. */
  readonly usage?: string
  readonly about: string
  readonly options: CommandOptions
  readonly examples: readonly [CommandExample, ...CommandExample[]]
  readonly notes?: readonly string[]
  /**
   * The contracts of the configuration that it takes: each in a run of its own, all in one run, one, or
   * only one whose document the arguments name (one, where they name none). Without, it reads no configuration.
   */
  readonly contracts?: 'each' | 'all' | 'one' | 'named'
  /** Exit code when it cannot run. Default: 1. */
  readonly failure?: number
  /** Loads the command and runs it. Returns the exit code. */
  readonly run: (
    args: readonly string[],
    /** Its arguments for each contract that it takes. */
    all: readonly (readonly string[])[],
  ) => Promise<number>
}

type CommandExample = readonly [args: readonly string[], meaning: string]

/** An option of a command, as its help and the README show it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  readonly short?: string
  /** Placeholder for its value. */
  readonly value?: string
  readonly default?: string
  readonly meaning: string
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

export function option<
  const More extends Pick<CommandOption, 'default' | 'multiple'> = Record<never, never>,
>(value: string, meaning: string, more?: More) {
  return { type: 'string', value, meaning, ...(more as More) } as const
}

export function flag(meaning: string) {
  return { type: 'boolean', meaning } as const
}

/** The option that every command has. */
export const HELP = { help: { ...flag('Print this help.'), short: 'h' } } satisfies CommandOptions

/** An option as its user types it: `--spec FILE`. */
export function optionUsage(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
