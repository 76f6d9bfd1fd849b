import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { UsageError } from './arguments/usage-error.js'
import { execute, type Outcome } from './execute.js'

/** The TypeScript compiler of a project: a program, and the arguments that it begins with. */
export type Compiler = readonly [program: string, ...args: string[]]

/**
 * Finds the compiler of a project. That of TypeScript 7 is a program of its own, whose script would start
 * it as a second process, which would outlive the first when that is told to end.
 *
 * @throws {UsageError} when there is none.
 */
export async function findCompiler(root: string): Promise<Compiler> {
  const lib = path.join(folderOf('typescript', root), 'lib')
  const native = path.join(lib, 'getExePath.js')
  if (!existsSync(native)) return [process.execPath, path.join(lib, 'tsc.js')]
  const { default: getExePath } = await import(pathToFileURL(native).href)
  return [getExePath()]
}

function folderOf(name: string, root: string): string {
  try {
    const require = createRequire(path.resolve(root, 'package.json'))
    return path.dirname(require.resolve(`${name}/package.json`))
  } catch {
    throw new UsageError(`${name} is not installed here; run npm install --save-dev ${name}`)
  }
}

/** Runs the compiler of the project in the working directory in a folder. */
export async function tsc(cwd: string, args: readonly string[]): Promise<Outcome> {
  const [program, ...first] = await findCompiler(process.cwd())
  return execute(program, [...first, ...args], { cwd, timeout: 600_000 })
}
