/** An option of a command, as its help and the README show it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** A letter that means the same. */
  readonly short?: string
  /** What stands behind it. */
  readonly value?: string
  readonly default?: string
  readonly meaning: string
}

/** The options of a command, by their names. */
export type Options = Readonly<Record<string, Option>>

/** The option that every command has. */
export const HELP = {
  help: { type: 'boolean', short: 'h', meaning: 'Tell all this.' },
} as const satisfies Options

/** An option as one writes it: `--spec FILE`. */
export function usage(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
