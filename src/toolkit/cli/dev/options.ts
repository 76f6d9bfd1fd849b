import type { Options as Table } from '../arguments/option.js'
import { readArguments } from '../arguments/read.js'
import { argumentsOf, OPTIONS as GENERATE, optionsFrom, withFolder } from '../generate/options.js'

const { check: _check, watch: _watch, ...generating } = GENERATE

/** The options of `dev`: its own, and those of `generate`, which it passes on. */
export const OPTIONS = {
  entry: {
    type: 'string',
    value: 'FILE',
    meaning:
      'The compiled file to run. Default: what the script `start` of package.json runs, or else its `main`.',
  },
  ...generating,
} as const satisfies Table

/** What the command was asked for. */
export interface Options {
  readonly entry: string | undefined
  /** The folder of the generated code. */
  readonly out: string
  /** The arguments for the generator. */
  readonly generate: readonly string[]
}

/**
 * Reads the arguments of the command.
 *
 * @throws {UsageError} that says what is wrong with them.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = readArguments({ name: 'dev', options: OPTIONS }, args.map(withFolder))
  const options = optionsFrom(values, 'dev')
  return { entry: values.entry, out: options.out, generate: argumentsOf(options) }
}
