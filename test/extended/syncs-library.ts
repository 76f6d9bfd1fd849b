import path from 'node:path'
import type { Test } from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { root } from './project.js'

/**
 * Compiles what `LD_PRELOAD` takes: `syncs` to watch syncs and to slow them down, `faults` to let calls fail. Where
 * it cannot, it skips the test.
 */
export async function syncsLibrary(
  t: Test,
  name: 'syncs' | 'faults' = 'syncs',
): Promise<string | undefined> {
  const source = path.join(root, 'test/fixtures/syncs', `${name}.c`)
  const library = path.join(t.testdir(), `${name}.so`)
  const made = await execute('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], {})
  if (process.platform === 'linux' && made.ok) return library
  t.pass(name, { skip: `no C compiler for Linux (${made.why}): ${made.stderr}` })
  return undefined
}
