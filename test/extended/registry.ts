/** The npm registry, through npm. */

import { join } from 'node:path'
import process from 'node:process'
import type { Test } from 'tap'
import { type Execution, execute } from '#toolkit/cli/process/child.js'
import { Unavailable } from '../../scripts/bench/shared/packages.js'
import { root } from './project.js'

/** The folder in which checks keep what they install; git-ignored. */
export const CACHE = join(root, 'node_modules/.cache/extended')

/** Runs the npm that runs this, or the one on the path. */
export function npm(args: readonly string[], cwd: string): Promise<Execution> {
  const { npm_execpath: script } = process.env
  const limits = { cwd, timeout: 300_000 }
  return script === undefined
    ? execute('npm', args, limits)
    : execute(process.execPath, [script, ...args], limits)
}

/**
 * Adds packages to a project, as anybody would.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function add(folder: string, packages: readonly string[]): Promise<true> {
  const outcome = await npm(['install', '--no-audit', '--no-fund', ...packages], folder)
  if (outcome.ok) return true
  throw new Unavailable(`${packages.join(', ')} cannot be installed: ${whyOf(outcome)}`)
}

/** The problem that npm reports. */
export function whyOf({ why, stderr }: Execution): string {
  const [, reason = why] = /npm error (?:code )?(.*)/.exec(stderr) ?? []
  return reason
}

/** A result from the registry; if it cannot be reached, the test is skipped with the reason. */
export async function orSkip<Wanted>(
  t: Test,
  wanted: Promise<Wanted>,
  what = 'the npm registry can be reached',
): Promise<Wanted | undefined> {
  try {
    return await wanted
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    t.pass(what, { skip: error.message })
    return undefined
  }
}
