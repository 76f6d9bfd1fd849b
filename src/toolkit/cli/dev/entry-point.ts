import { createRequire } from 'node:module'
import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'
import { readObject } from '../project/files.js'

/** The server's start: `node FLAGS FILE ARGS`. */
export interface EntryPoint {
  readonly file: string
  readonly flags: readonly string[]
  readonly args: readonly string[]
}

/** Options of Node with a value in the next argument. */
const WITH_VALUE = /^(-r|-C|--(require|import|loader|conditions|env-file))$/

/** The named file, or the file that `npm start` runs, or the package's `main`. */
export function entryPointOf(root: string, named?: string): EntryPoint {
  if (named !== undefined) return { file: path.resolve(root, named), flags: [], args: [] }
  const manifest = readObject(path.join(root, 'package.json'))
  if (manifest === undefined) {
    throw new CommandError('package.json: cannot be read; name the compiled file with --entry')
  }
  const { main, scripts } = manifest
  const start = String(Object(scripts).start ?? '')
  const [, command = ''] = /(?:^|[\s&;])node\s+([^&|;]+)$/.exec(start) ?? []
  const words = command.split(/\s+/).filter((word) => word !== '')
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !WITH_VALUE.test(words[index - 1] ?? ''),
  )
  const file = words[at] ?? main
  if (typeof file !== 'string') {
    throw new CommandError(
      'package.json: no script `start` runs `node FILE`, and there is no `main`; name the compiled file with --entry',
    )
  }
  const [flags, args] = at < 0 ? [[], []] : [words.slice(0, at), words.slice(at + 1)]
  return { file: path.resolve(root, file), flags, args }
}

/** @throws {CommandError} when it is TypeScript and this Node cannot run that, for the reason `why`. */
export function refuseTypeScript({ file, flags }: EntryPoint, why: string | undefined): void {
  if (why === undefined || flags.length > 0 || !/\.[cm]?ts$/.test(file)) return
  throw new CommandError(
    `${path.relative('.', file)}: ${why}; install a newer one, or name the compiled file with --entry`,
  )
}

export function exists({ file }: EntryPoint): boolean {
  try {
    return createRequire(file).resolve(file) !== ''
  } catch {
    return false
  }
}

/** @throws {CommandError} when there is no such file after compilation. */
export function refuseMissing(entry: EntryPoint): void {
  if (exists(entry)) return
  throw new CommandError(
    `${path.relative('.', entry.file)}: is not there, and nothing is compiled to it; name the compiled file with --entry`,
  )
}
