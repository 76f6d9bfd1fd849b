import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { UsageError } from '../arguments/usage-error.js'

/** What is run: a file of JavaScript, as Node is told to. */
export interface Entry {
  readonly file: string
  /** The options of Node. */
  readonly flags: readonly string[]
  readonly args: readonly string[]
}

/** The part of a package.json that is read here. */
interface Manifest {
  readonly main?: string
  readonly scripts?: { readonly start?: string }
}

/** Options of Node that have their value behind them. */
const WITH_VALUE = /^(-r|-C|--(require|import|loader|conditions|env-file))$/

/**
 * What to run in a folder: the file that is named, or what `npm start` runs, or the package's `main`.
 *
 * @throws {UsageError} when there is none of them.
 */
export function entryOf(root: string, given?: string): Entry {
  if (given !== undefined) return { file: path.resolve(root, given), flags: [], args: [] }
  const { main, scripts = {} } = manifestOf(root)
  const [, started = ''] = /(?:^|[\s&;])node\s+([^&|;]+)$/.exec(scripts.start ?? '') ?? []
  const words = started.split(/\s+/).filter((word) => word !== '')
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !WITH_VALUE.test(words[index - 1] ?? ''),
  )
  const file = words[at] ?? main
  if (file === undefined) {
    throw new UsageError(
      'package.json: no script `start` runs `node FILE`, and there is no `main`; name the compiled file with --entry',
    )
  }
  const [flags, args] = at < 0 ? [[], []] : [words.slice(0, at), words.slice(at + 1)]
  return { file: path.resolve(root, file), flags, args }
}

/** @throws {UsageError} when it is TypeScript, and this Node cannot run that. */
export function refuseTypeScript({ file, flags }: Entry, why: string | undefined): void {
  if (why === undefined || flags.length > 0 || !/\.[cm]?ts$/.test(file)) return
  throw new UsageError(
    `${path.relative('.', file)}: ${why}; install a newer one, or name the compiled file with --entry`,
  )
}

/** Whether there is such a file, as Node looks for it. */
export function isThere({ file }: Entry): boolean {
  try {
    return createRequire(file).resolve(file) !== ''
  } catch {
    return false
  }
}

/** @throws {UsageError} when there is none, though all is compiled. */
export function refuseMissing(entry: Entry): void {
  if (isThere(entry)) return
  throw new UsageError(
    `${path.relative('.', entry.file)}: is not there, and nothing is compiled to it; name the compiled file with --entry`,
  )
}

function manifestOf(root: string): Manifest {
  try {
    return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'it is no JSON'
    throw new UsageError(
      `package.json: cannot be read (${why}); name the compiled file with --entry`,
    )
  }
}
