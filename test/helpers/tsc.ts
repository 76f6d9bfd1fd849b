import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Test } from 'tap'

/** The package's root; compiled tests run from `dist/test`. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * A folder of its own for code that a test makes and loads, gone with the test. What is in `.tap` is not
 * measured for coverage.
 */
export function codeFolder(t: Test): string {
  const folder = path.join(ROOT, '.tap/code', randomUUID())
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Not `bin/tsc`: without an extension it would not load as ESM under tap's loaders. */
const TSC = path.join(ROOT, 'node_modules/typescript/lib/tsc.js')

/** Writes files into a folder; names may have folders of their own. */
export async function writeFiles(
  folder: string,
  files: readonly { name: string; text: string }[],
): Promise<void> {
  for (const { name, text } of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/**
 * Runs the TypeScript compiler on a folder inside the package with the project's own options.
 *
 * @returns The problems, one line each, without those that follow from them.
 */
export async function typeCheck(folder: string, options: object = {}): Promise<string[]> {
  const config = {
    extends: path.relative(folder, path.join(ROOT, 'tsconfig.json')),
    compilerOptions: { noEmit: true, rootDir: path.relative(folder, ROOT), ...options },
    include: ['**/*'],
    exclude: [],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', folder, '--pretty', 'false'])
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    const problems = stdout.split('\n').filter((line) => /error TS/.test(line))
    /* c8 ignore next -- the compiler itself did not run */
    if (problems.length === 0) throw error
    return problems
  }
}
