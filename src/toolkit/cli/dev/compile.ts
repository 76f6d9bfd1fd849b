import { spawn } from 'node:child_process'
import type { ChildSettings } from '../process/child.js'
import type { Executable } from '../process/execute.js'
import type { CompiledProject } from './compiled-project.js'

/**
 * Type-checks and compiles a project once, and prints the result after the compiler's own output. Resolves
 * with true if there is no problem.
 *
 * Not `tsc --watch`: that of TypeScript 7.0 needs fanotify, which file systems of containers lack.
 */
export async function compile(
  [file, ...first]: Executable,
  { isBuild }: Pick<CompiledProject, 'isBuild'>,
  { root, env, stdio }: ChildSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const since = performance.now()
  const args = [...first, isBuild ? '-b' : '-p', '.']
  const child = spawn(file, args, { cwd: root, env, stdio: [...stdio], signal })
  // An abort is reported as an error of the process.
  child.on('error', () => {})
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (signal.aborted) return false
  const result = code === 0 ? 'no problems' : 'problems, see above'
  console.log(`types: ${result}, ${Math.round(performance.now() - since)} ms`)
  return code === 0
}
