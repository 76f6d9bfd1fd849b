import { resolve } from 'node:path'
import type { CommandOptions } from '../arguments/command.js'
import { CommandError } from '../arguments/command-error.js'
import { readArguments } from '../arguments/read-arguments.js'
import { GENERATE_OPTIONS, refuseRemote } from '../project/generate-options.js'

/** The options of `init`. */
export const INIT_OPTIONS = {
  spec: {
    type: 'string',
    value: 'FILE',
    meaning:
      'The OpenAPI document. One from outside of the project is copied into `spec/`, with the files that it refers to. Where the option is left out: the only document in `spec/`, or else a small one to start from.',
  },
  root: {
    ...GENERATE_OPTIONS.root,
    meaning:
      'The folder that every file of the document is in, where that is not the folder of the document: a `$ref` that leads out of it is refused.',
  },
  dir: {
    type: 'string',
    value: 'DIR',
    default: '.',
    meaning: 'The folder of the project.',
  },
  'no-install': {
    type: 'boolean',
    meaning: 'Install nothing; package.json says what is to be installed.',
  },
} as const satisfies CommandOptions

export interface InitCommandOptions {
  readonly spec: string | undefined
  /** The folder of all files of the document; by default its own. */
  readonly documents: string | undefined
  /** The folder of the project, as the user typed it. */
  readonly dir: string
  readonly root: string
  readonly install: boolean
}

/** @throws {CommandError} when the arguments are wrong. */
export function readInitOptions(args: readonly string[]): InitCommandOptions {
  const { values } = readArguments({ name: 'init', options: INIT_OPTIONS }, args)
  const { spec, root: documents, dir } = values
  const refused = spec === undefined ? undefined : refuseRemote(spec)
  if (refused !== undefined) throw new CommandError(refused)
  return { spec, documents, dir, root: resolve(dir), install: values['no-install'] !== true }
}
