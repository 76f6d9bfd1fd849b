import { readOptions } from './options.js'
import { run } from './run.js'
import { watch } from './watch.js'

/** What `--watch` needs of the process. */
export interface Watching {
  /** Aborted when it is to end. */
  stopped(): AbortSignal
  /** Told the exit code of each run. */
  ran(code: number): void
}

/** The command `generate`. Returns the exit code. */
export async function main(args: readonly string[], { stopped, ran }: Watching): Promise<number> {
  const options = readOptions(args)
  if (!options.watch) return run(options, { since: 0 })
  await watch(options, { signal: stopped(), ran })
  return 0
}
