import { run } from '../generate/run.js'
import { readOptions } from './options.js'

/** The command `check`, which `generate --check` is too. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  return run(readOptions(args), { since: 0 })
}
