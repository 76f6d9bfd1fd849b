import { resolve } from 'node:path'
import type { Options as Table } from '../arguments/option.js'
import { readArguments } from '../arguments/read.js'
import { UsageError } from '../arguments/usage-error.js'
import { OPTIONS as GENERATE, refuseRemote } from '../generate/options.js'

/** The options of `init`. */
export const OPTIONS = {
  spec: {
    type: 'string',
    value: 'FILE',
    meaning:
      'The OpenAPI document. One from outside of the project is copied into `spec/`, with the files that it refers to. Where the option is left out: the only document in `spec/`, or else a small one to start from.',
  },
  root: {
    ...GENERATE.root,
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
} as const satisfies Table

/** What the command was asked for. */
export interface Options {
  readonly spec: string | undefined
  /** The folder of the document's files; none: its own. */
  readonly documents: string | undefined
  /** The folder of the project, as it was named. */
  readonly dir: string
  readonly root: string
  readonly install: boolean
}

/**
 * Reads the arguments of the command.
 *
 * @throws {UsageError} that says what is wrong with them.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = readArguments({ name: 'init', options: OPTIONS }, args)
  const { spec, root: documents, dir } = values
  const refused = spec === undefined ? undefined : refuseRemote(spec)
  if (refused !== undefined) throw new UsageError(refused)
  return { spec, documents, dir, root: resolve(dir), install: values['no-install'] !== true }
}
