import { readArguments } from '../arguments/read-arguments.js'
import {
  GENERATE_OPTIONS,
  type GenerateCommandOptions,
  toGenerateOptions,
  withStubsValue,
} from '../project/generate-options.js'

const { check: _check, watch: _watch, ...rest } = GENERATE_OPTIONS

/** The options of `check`: those of `generate`, without those about writing. */
export const CHECK_OPTIONS = {
  ...rest,
  stubs: {
    ...rest.stubs,
    meaning:
      'Tell the operations without a handler too; src/handlers beside the folder of --out where no folder is named.',
  },
  strict: { ...rest.strict, meaning: 'End with 1 where there is a warning, too.' },
} as const

/** @throws {CommandError} when the arguments are wrong. */
export function readCheckOptions(args: readonly string[]): GenerateCommandOptions {
  const syntax = { name: 'check', options: CHECK_OPTIONS }
  const { values } = readArguments(syntax, args.map(withStubsValue))
  return { ...toGenerateOptions(values, 'check'), check: true }
}
