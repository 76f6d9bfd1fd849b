import process from 'node:process'
import { help } from './generate/help.js'
import { readOptions } from './generate/options.js'
import { run } from './generate/run.js'
import { watch } from './generate/watch.js'

/** The command `npm run generate`; `stopped` ends what goes on. Returns the exit code. */
export async function main(args: readonly string[], stopped: () => AbortSignal): Promise<number> {
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
  // `npm run dev` wants to know.
  await watch(options, { signal: stopped(), ran: (code) => process.send?.({ code }) })
  return 0
}
