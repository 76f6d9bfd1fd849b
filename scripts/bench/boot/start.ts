import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { execute } from '#toolkit/cli/process/execute.js'
import { explainFailure } from '../shared/measure.js'
import type { Summary } from '../shared/summary.js'
import type { BootTarget, ServerName } from './servers.js'

/** The measurements of one start. */
export interface Boot {
  /** Milliseconds from the first import until the server is ready. */
  readonly ready: number
  /** Memory of the process when it is ready. */
  readonly megabytes: number
  /** Milliseconds of first requests to operations. */
  readonly first: Summary
}

const SCRIPT = fileURLToPath(new URL('./start-cli.js', import.meta.url))

/** Starts a server in a process of its own. Resolves with the reason if it does not start in time. */
export async function boot(
  name: ServerName,
  target: BootTarget,
  seconds: number,
): Promise<Boot | string> {
  const args = [SCRIPT, name, JSON.stringify(target)]
  const result = await execute(process.execPath, args, {
    cwd: target.peers,
    timeout: seconds * 1000,
  })
  if (result.ok) return JSON.parse(result.stdout)
  if (result.why === 'SIGTERM') return `not up after ${seconds} s`
  return explainFailure(result)
}
