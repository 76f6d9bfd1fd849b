import type { CommandOptions } from '../arguments/command.js'
import { readArguments } from '../arguments/read-arguments.js'
import {
  GENERATE_OPTIONS,
  generateArguments,
  toGenerateOptions,
  withStubsValue,
} from '../project/generate-options.js'

const { check: _check, watch: _watch, ...generating } = GENERATE_OPTIONS

/** The options of `dev`: its own, and those of `generate`, which it passes on. */
export const DEV_OPTIONS = {
  entry: {
    type: 'string',
    value: 'FILE',
    meaning:
      'The compiled file to run. Default: what the script `start` of package.json runs, or else its `main`.',
  },
  ...generating,
} as const satisfies CommandOptions

export interface DevCommandOptions {
  readonly entry: string | undefined
  /** The folder of the generated code. */
  readonly out: string
  /** The arguments of the generator. */
  readonly generate: readonly string[]
}

/** @throws {CommandError} when the arguments are wrong. */
export function readDevOptions(args: readonly string[]): DevCommandOptions {
  const syntax = { name: 'dev', options: DEV_OPTIONS }
  const { values } = readArguments(syntax, args.map(withStubsValue))
  const options = toGenerateOptions(values, 'dev')
  return { entry: values.entry, out: options.out, generate: generateArguments(options) }
}
