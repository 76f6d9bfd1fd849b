import path from 'node:path'
import type { CommandOptions } from '../arguments/command.js'
import { CommandError } from '../arguments/command-error.js'
import { commandLine } from '../arguments/command-line.js'
import { readArguments, seeHelp } from '../arguments/read-arguments.js'
import { GENERATE_OPTIONS, refuseRemote } from '../project/generate-options.js'

/** The options of `client`. */
export const CLIENT_OPTIONS = {
  spec: GENERATE_OPTIONS.spec,
  out: {
    type: 'string',
    value: 'DIR',
    meaning: 'The folder to write into. Default: data/clients/GENERATOR.',
  },
} as const satisfies CommandOptions

export interface ClientCommandOptions {
  /** A name in OpenAPI Generator's list: `typescript-fetch`, `python`, … */
  readonly generator: string
  readonly spec: string
  readonly out: string
  /** Options of OpenAPI Generator: the arguments after `--`. */
  readonly extra: readonly string[]
}

/** @throws {CommandError} when the arguments are wrong. */
export function readClientOptions(args: readonly string[]): ClientCommandOptions {
  const syntax = { name: 'client', options: CLIENT_OPTIONS, allowPositionals: true }
  const { values, positionals, rest } = readArguments(syntax, args)
  const [generator, ...others] = positionals
  if (generator === undefined) {
    const example = commandLine('client', ['typescript-fetch'])
    throw new CommandError(`name a generator, as in ${example}; ${seeHelp('client')}`)
  }
  if (others.length > 0) {
    throw new CommandError(`one generator at a time, not ${positionals.join(', ')}`)
  }
  const refused = refuseRemote(values.spec)
  if (refused !== undefined) throw new CommandError(refused)
  const out = values.out ?? path.join('data', 'clients', generator)
  return { generator, spec: values.spec, out, extra: rest }
}
