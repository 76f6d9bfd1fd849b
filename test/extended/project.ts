/** Paths of the project, and ways in which the checks run its programs. */

import { resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Execution, execute } from '#toolkit/cli/process/child.js'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs a script of the project, or of one of its packages, with this Node; relative to the project's folder. */
export function runScript(script: string, args: readonly string[]): Promise<Execution> {
  return execute(process.execPath, [resolve(root, script), ...args], {
    cwd: root,
    timeout: 300_000,
  })
}
