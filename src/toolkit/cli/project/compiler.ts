import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../arguments/arguments.js'
import { type Executable, type Execution, execute } from '../process/child.js'

/**
 * Finds the TypeScript compiler of a project. TypeScript 7 has a native executable; its script would start
 * that as a second process, which outlives the first when the first is terminated.
 */
export async function findCompiler(root: string): Promise<Executable> {
  const lib = path.join(packageFolder('typescript', root), 'lib')
  const native = path.join(lib, 'getExePath.js')
  if (!existsSync(native)) return [process.execPath, path.join(lib, 'tsc.js')]
  const { default: getExePath } = await import(pathToFileURL(native).href)
  return [getExePath()]
}

function packageFolder(name: string, root: string): string {
  try {
    const require = createRequire(path.resolve(root, 'package.json'))
    return path.dirname(require.resolve(`${name}/package.json`))
  } catch {
    throw new CommandError(`${name} is not installed here; run npm install --save-dev ${name}`)
  }
}

export async function tsc(cwd: string, args: readonly string[]): Promise<Execution> {
  const [file, ...first] = await findCompiler(process.cwd())
  return execute(file, [...first, ...args], { cwd, timeout: 600_000 })
}

/** Reason why this Node does not run TypeScript; `undefined` if it does. */
export function lacksTypeScript(
  env: NodeJS.ProcessEnv = process.env,
  features: Readonly<Record<string, unknown>> = { ...process.features },
): string | undefined {
  // NODE_OPTIONS may name a loader.
  if (features.typescript || env.NODE_OPTIONS) return undefined
  return `Node runs TypeScript as it is from 22.18 on; this is ${process.versions.node}`
}
