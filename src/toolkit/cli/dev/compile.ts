import { spawn } from 'node:child_process'
import type { Compiler } from '../tsc.js'
import type { Surroundings } from './child.js'
import type { Project } from './project.js'

/**
 * Type-checks and compiles a project once. What is wrong the compiler tells itself; whether anything is,
 * and how long it took, is told in a line. Resolves with whether all is right.
 *
 * Not `tsc --watch`: that of TypeScript 7.0 sees no changes on file systems without fanotify, such as
 * those of containers.
 */
export async function compile(
  [program, ...first]: Compiler,
  { isBuild }: Pick<Project, 'isBuild'>,
  { root, env, stdio }: Surroundings,
  signal: AbortSignal,
): Promise<boolean> {
  const since = performance.now()
  const args = [...first, isBuild ? '-b' : '-p', '.']
  const child = spawn(program, args, { cwd: root, env, stdio: [...stdio], signal })
  // An abort is an error of the process; whoever aborts knows.
  child.on('error', () => {})
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (signal.aborted) return false
  const result = code === 0 ? 'no problems' : 'problems, see above'
  console.log(`types: ${result}, ${Math.round(performance.now() - since)} ms`)
  return code === 0
}
