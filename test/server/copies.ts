/** `npm run copy` as a process of its own. */

import { execFile, spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { openPages } from '../../src/store/open.js'
import { allOf, SAMPLES } from '../store/plant-samples.js'

export const main = fileURLToPath(new URL('../../src/server/copy.js', import.meta.url))

export async function copy(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const options = { cwd, env: { ...process.env, ...env } }
  const ended = promisify(execFile)(process.execPath, [main, ...args], options)
  return ended.then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** Copies the samples from one URL to another one, with `kill -9` in the middle. */
export async function copyInTwo(
  t: Test,
  cwd: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  const line = await interrupt(t, cwd, [from, to])
  const [after = ''] = /--after=-?\d+/.exec(line) ?? []
  const done = countOf(line)
  t.ok(done > 0 && done < SAMPLES.length, line)
  const { code, stdout } = await copy(cwd, [from, to, after])
  t.match(stdout, /^copied all plants: .* 0 not copied\n$/)
  t.same([code, countOf(stdout)], [0, SAMPLES.length - done], stdout)
  const plants = await allOf(openPages(to))
  plants.sort((a, b) => (a.id < b.id ? -1 : 1))
  t.same(plants, SAMPLES)
}

/** A create that is repeated, since its answer was lost, finds its plant there. */
function countOf(line: string): number {
  const [, created, unchanged] = /(\d+) created, (\d+) there already/.exec(line) ?? []
  return Number(created) + Number(unchanged)
}

/** Kills a copy as soon as it has told how far it is, and resolves with that. */
async function interrupt(t: Test, cwd: string, urls: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [main, ...urls], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stderr)) {
    child.kill('SIGKILL')
    return line
  }
  return 'nothing was told'
}
