import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Surroundings } from './child.js'

/**
 * Type-checks and compiles the project once. What is wrong the compiler tells itself; whether
 * anything is, and how long it took, is told in a line.
 *
 * Not `tsc --watch`: that of TypeScript 7.0 sees no changes on file systems without fanotify, such as
 * those of containers.
 */
export async function compile(
  { root, env, stdio }: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const since = performance.now()
  const child = spawn(await compiler(root), ['-b'], { cwd: root, env, stdio: [...stdio], signal })
  // An abort is an error of the process; whoever aborts knows.
  child.on('error', () => {})
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (signal.aborted) return
  const result = code === 0 ? 'no problems' : 'problems, see above'
  console.log(`types: ${result}, ${Math.round(performance.now() - since)} ms`)
}

/**
 * The compiler's program. Its script would start it as a second process, which would outlive the
 * first when that is told to end.
 */
async function compiler(root: string): Promise<string> {
  const require = createRequire(path.join(root, 'package.json'))
  const folder = path.dirname(require.resolve('typescript/package.json'))
  const script = pathToFileURL(path.join(folder, 'lib/getExePath.js'))
  const { default: getExePath } = await import(script.href)
  return getExePath()
}
