import { readGenerateOptions } from '../project/generate-options.js'
import { readCheckOptions } from './check-options.js'
import { run } from './run.js'
import type { WatchControl } from './watch.js'

/** The command `generate`. Returns the exit code. */
export async function main(args: readonly string[], control: () => WatchControl): Promise<number> {
  const options = readGenerateOptions(args)
  if (!options.watch) return run(options, { since: 0 })
  const { watch } = await import('./watch.js')
  await watch(options, control())
  return 0
}

/** The command `check`. Returns the exit code. */
export async function check(args: readonly string[]): Promise<number> {
  return run(readCheckOptions(args), { since: 0 })
}
