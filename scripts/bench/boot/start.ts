import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { execute } from '#toolkit/cli/process/execute.js'
import { explainFailure } from '../shared/measure.js'
import type { Summary } from '../shared/summary.js'
import type { Given, ServerName } from './servers.js'

/** What one start took. */
export interface Boot {
  /** Milliseconds until the server is ready, from its first import. */
  readonly ready: number
  /** The memory of the process then. */
  readonly megabytes: number
  /** Milliseconds of first requests to operations. */
  readonly first: Summary
}

const SCRIPT = fileURLToPath(new URL('./start-cli.js', import.meta.url))

/** Starts a server in a process of its own; a text says why it did not start in time. */
export async function boot(
  name: ServerName,
  given: Given,
  seconds: number,
): Promise<Boot | string> {
  const args = [SCRIPT, name, JSON.stringify(given)]
  const outcome = await execute(process.execPath, args, {
    cwd: given.peers,
    timeout: seconds * 1000,
  })
  if (outcome.ok) return JSON.parse(outcome.stdout)
  if (outcome.why === 'SIGTERM') return `not up after ${seconds} s`
  return explainFailure(outcome)
}
