import { readArguments } from '../arguments/read.js'
import { OPTIONS as GENERATE, type Options, optionsFrom, withFolder } from '../generate/options.js'

const { check: _check, watch: _watch, ...rest } = GENERATE

/** The options of `check`: those of `generate` but for what it writes. */
export const OPTIONS = {
  ...rest,
  stubs: {
    ...rest.stubs,
    meaning:
      'Tell the operations without a handler too; src/handlers beside the folder of --out where no folder is named.',
  },
  strict: { ...rest.strict, meaning: 'End with 1 where there is a warning, too.' },
} as const

/**
 * Reads the arguments of the command.
 *
 * @throws {UsageError} that says what is wrong with them.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = readArguments({ name: 'check', options: OPTIONS }, args.map(withFolder))
  return { ...optionsFrom(values, 'check'), check: true }
}
