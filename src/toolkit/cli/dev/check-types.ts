import process from 'node:process'
import { findCompiler } from '../project/compiler.js'
import { compile, readProject } from './compiled-project.js'

/**
 * Checks the types of a project, and prints the problems as `dev` does. Without output, but for project references: what
 * refers to a project reads its declarations. Returns the exit code.
 */
export async function checkTypes(root: string): Promise<number> {
  const compiler = await findCompiler(root)
  const { isBuild } = await readProject(compiler, root)
  const settings = { root, env: process.env, stdio: ['inherit', 'inherit', 'inherit'] } as const
  const { signal } = new AbortController()
  return (await compile(compiler, { isBuild, isTranslated: !isBuild }, settings, signal)) ? 0 : 1
}
