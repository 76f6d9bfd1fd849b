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

/** An option of a command, as its help and the README show it, and as it is read. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  readonly short?: string
  /** Placeholder for its value; one that may be left out is in brackets. */
  readonly value?: string
  readonly default?: string
  readonly meaning: string
  /** The value of a text; the text itself by default. @throws {CommandError} with what it has to be. */
  readonly read?: (text: string) => unknown
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

export function option<
  const Value extends string,
  const More extends Pick<CommandOption, 'default' | 'multiple' | 'read'> = Record<never, never>,
>(value: Value, meaning: string, more?: More) {
  return { type: 'string', value, meaning, ...(more as More) } as const
}

export function flag(meaning: string) {
  return { type: 'boolean', meaning } as const
}

type TextValue<O> = O extends { readonly read: (text: string) => infer Value } ? Value : string

/** A value that may be left out is `true` then. */
type OptionValue<O> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly multiple: true }
    ? readonly TextValue<O>[]
    : O extends { readonly default: string }
      ? TextValue<O>
      : O extends { readonly value: `[${string}` }
        ? TextValue<O> | true | undefined
        : TextValue<O> | undefined

type OptionKey<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<OptionKey<Rest>>}`
  : Name

/** Values of options by their names, `basePath` for `--base-path`. */
export type OptionValues<O extends CommandOptions> = {
  readonly [Name in keyof O & string as OptionKey<Name>]: OptionValue<O[Name]>
}

export function camelCase(option: string): string {
  return option.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

/** The option that every command has. */
export const HELP = { help: { ...flag('Print this help.'), short: 'h' } } satisfies CommandOptions

/** An option as its user types it: `--spec FILE`. */
export function optionUsage(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
