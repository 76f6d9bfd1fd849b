import { help } from './help.js'
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

/** The command `npm run generate`. Returns the exit code. */
export async function main(args: readonly string[], { stopped, ran }: Watching): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    console.error(options)
    return 1
  }
  if (options.help) {
    console.log(help())
    return 0
  }
  if (!options.watch) return run(options, { since: 0 })
  await watch(options, { signal: stopped(), ran })
  return 0
}
