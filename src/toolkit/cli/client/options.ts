import path from 'node:path'
import { commandLine } from '../arguments/command-line.js'
import type { Options as Table } from '../arguments/option.js'
import { readArguments, seeHelp } from '../arguments/read.js'
import { UsageError } from '../arguments/usage-error.js'
import { OPTIONS as GENERATE, refuseRemote } from '../generate/options.js'

/** The options of `client`. */
export const OPTIONS = {
  spec: GENERATE.spec,
  out: {
    type: 'string',
    value: 'DIR',
    meaning: 'The folder to write into. Default: data/clients/GENERATOR.',
  },
} as const satisfies Table

/** What the command was asked for. */
export interface Options {
  /** The generator's name, as OpenAPI Generator lists it: `typescript-fetch`, `python`, … */
  readonly generator: string
  readonly spec: string
  readonly out: string
  /** Options for OpenAPI Generator itself: what stands after `--`. */
  readonly extra: readonly string[]
}

/**
 * Reads the arguments of the command.
 *
 * @throws {UsageError} that says what is wrong with them.
 */
export function readOptions(args: readonly string[]): Options {
  const reading = { name: 'client', options: OPTIONS, allowPositionals: true }
  const { values, positionals, rest } = readArguments(reading, args)
  const [generator, ...others] = positionals
  if (generator === undefined) {
    const example = commandLine('client', ['typescript-fetch'])
    throw new UsageError(`name a generator, as in ${example}; ${seeHelp('client')}`)
  }
  if (others.length > 0) {
    throw new UsageError(`one generator at a time, not ${positionals.join(', ')}`)
  }
  const refused = refuseRemote(values.spec)
  if (refused !== undefined) throw new UsageError(refused)
  // Top-level names are taken.
  const out = values.out ?? path.join('data', 'clients', generator)
  return { generator, spec: values.spec, out, extra: rest }
}
