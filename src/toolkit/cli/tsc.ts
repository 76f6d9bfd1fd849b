import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { execute, type Outcome } from './execute.js'

/**
 * What Node is told where it runs the generator: to have a helper thread for each other core. It has
 * four otherwise, whose optimizing takes a third of the time away from the generator where there are
 * two cores.
 */
export const GENERATOR_FLAGS: readonly string[] = ['--v8-pool-size=0']

/** Runs the TypeScript compiler of the project in the working directory in a folder. */
export function tsc(cwd: string, args: readonly string[]): Promise<Outcome> {
  const require = createRequire(path.join(process.cwd(), 'package.json'))
  // Not `bin/tsc`: without an extension it would not load as ESM under tap's loaders.
  const script = path.join(path.dirname(require.resolve('typescript/package.json')), 'lib/tsc.js')
  return execute(process.execPath, [script, ...args], { cwd, timeout: 600_000 })
}
