import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { GenerateCommandOptions } from '../options/generate-arguments.js'
import { changed, filesAt, fingerprint } from '../project/changes.js'
import { ContractChanges } from './contract-changes.js'
import { milliseconds } from './output.js'
import { run } from './run.js'

export interface WatchControl {
  /** Ends the watch. */
  readonly signal: AbortSignal
  /** Called with the exit code of each run. */
  ran(code: number): void
}

/** Milliseconds after a run until its changes are told. */
const QUIET = 1_000

/**
 * Generates now and whenever a file of the document changes, until the signal is aborted. A problem is
 * printed and leaves the generated code as it was.
 */
export async function watch(
  options: GenerateCommandOptions,
  { signal, ran }: WatchControl,
  generate: typeof run = run,
  quiet = QUIET,
): Promise<void> {
  const told = new Set<string>()
  const changes = new ContractChanges(options)
  for (let since = 0; !signal.aborted; since = performance.now()) {
    const seen = new Map<string, string>()
    const opened = (file: string) => {
      seen.set(file, fingerprint(file))
      changes.opened(file)
    }
    const code = await generate(options, { since, opened, told }).catch(reportFault)
    if (code !== 0) console.log(`${options.out}: left as it was, ${milliseconds(since)}`)
    ran(code)
    const next = changed({ seen, look: () => filesAt(seen.keys()), signal })
    // What is compiled and started now comes first.
    const isQuiet = await Promise.race([next, sleep(quiet, true, { ref: false })])
    if (code === 0 && isQuiet) await changes.tell().catch(reportFault)
    await next
  }
}

/** The generator's own fault does not end the watch: the next edit may avoid it. */
function reportFault(error: unknown): number {
  console.error(inspect(error))
  return 1
}
