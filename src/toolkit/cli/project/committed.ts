import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { unreadableError } from '../../generator/load/document-errors.js'
import { load } from '../../generator/load/load.js'
import type { Source } from '../../generator/load/source.js'

/** The last commit. */
export const LAST_COMMIT = 'HEAD'

/**
 * Reads a document as it is in a commit of git, with the files that it refers to.
 *
 * @throws {DocumentError} when it is not there, or is wrong.
 */
export function committedDocument(spec: string, revision: string, root?: string): Source {
  return load(
    spec,
    () => {},
    root,
    (file) => fileIn(revision, file),
  )
}

function fileIn(revision: string, file: string): Buffer {
  try {
    return git(file, ['show', '--end-of-options', `${revision}:./${path.basename(file)}`])
  } catch (error) {
    const advice = 'fetch it, name another one with --since, or two documents'
    const message = `the document is not in the commit ${revision} (${reasonOf(error)})`
    throw unreadableError(file, message, advice)
  }
}

/** What git says, such as that there is no repository; or why it did not run. */
function reasonOf(error: unknown): string {
  const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: Buffer }
  return code ?? String(stderr).replace(/^fatal: |\.?\n.*/gs, '')
}

/** Bytes of a file in the last commit; `undefined` if it is not there. */
export function committedSize(file: string): number | undefined {
  try {
    return Number(git(file, ['cat-file', '-s', `${LAST_COMMIT}:./${path.basename(file)}`]))
  } catch {
    return undefined
  }
}

/** True if none of these files differs from the last commit. */
export function areCommitted(files: readonly string[]): boolean {
  try {
    git(files[0] as string, [
      'diff',
      '--quiet',
      LAST_COMMIT,
      '--',
      ...files.map((file) => path.resolve(file)),
    ])
    return true
  } catch {
    return false
  }
}

/** Runs git in the folder of a file; throws where it fails. */
function git(file: string, args: readonly string[]): Buffer {
  return execFileSync('git', args, {
    ...{ cwd: path.dirname(file), stdio: ['ignore', 'pipe', 'pipe'], timeout: 10_000 },
    maxBuffer: 64 * 2 ** 20,
  })
}
