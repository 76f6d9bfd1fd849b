import { inspect } from 'node:util'
import type { GenerateCommandOptions } from '../options/generate-options.js'
import { changed } from '../project/changes.js'
import { filesAt, fingerprint } from '../project/snapshot.js'
import { milliseconds } from './output.js'
import { run } from './run.js'

export interface WatchControl {
  /** Ends the watch. */
  readonly signal: AbortSignal
  /** Called with the exit code of each run. */
  ran(code: number): void
}

/**
 * Generates now and whenever a file of the document changes, until the signal is aborted. A problem is
 * printed and leaves the generated code as it was.
 */
export async function watch(
  options: GenerateCommandOptions,
  { signal, ran }: WatchControl,
  generate: typeof run = run,
): Promise<void> {
  const told = new Set<string>()
  for (let since = 0; !signal.aborted; since = performance.now()) {
    const seen = new Map<string, string>()
    const opened = (file: string) => void seen.set(file, fingerprint(file))
    const code = await generate(options, { since, opened, told }).catch(reportFault)
    if (code !== 0) console.log(`${options.out}: left as it was, ${milliseconds(since)}`)
    ran(code)
    await changed({ seen, look: () => filesAt(seen.keys()), signal })
  }
}

/** The generator's own fault does not end the watch: the next edit may avoid it. */
function reportFault(error: unknown): number {
  console.error(inspect(error))
  return 1
}
