/** Packages of PyPI, in an environment of their own. */

import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '#toolkit/cli/process/child.js'
import { Unavailable } from '../../scripts/bench/shared/packages.js'
import { CACHE } from './registry.js'

/**
 * The folder of programs of an environment that has these packages (`name==version`), installed on the first call.
 *
 * @param program - One that is there when they are.
 * @throws {Unavailable} when there is no Python, or PyPI cannot be reached.
 */
export async function pythonWith(packages: readonly string[], program: string): Promise<string> {
  const folder = join(CACHE, 'python', packages.join('-'))
  const programs = join(folder, 'bin')
  const isThere = await access(join(programs, program)).then(
    () => true,
    () => false,
  )
  if (isThere) return programs
  await runOrSay('python3', ['-m', 'venv', folder])
  await runOrSay(join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', ...packages])
  return programs
}

/** Runs a program. @throws {Unavailable} with its reason when it fails. */
export async function runOrSay(program: string, args: readonly string[]): Promise<void> {
  const { ok, why, stdout, stderr } = await execute(program, args, { timeout: 300_000 })
  const [reason = why] = /(?<=ERROR: ).*|.*ensurepip.*/.exec(stderr + stdout) ?? []
  if (!ok) throw new Unavailable(`${program}: ${reason}`)
}
