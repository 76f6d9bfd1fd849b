import { readArguments } from '../arguments/read.js'
import { optionsFrom, withFolder } from '../generate/options.js'
import { run } from '../generate/run.js'
import { OPTIONS } from './options.js'

/** The command `check`, which `generate --check` is too. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = readArguments({ name: 'check', options: OPTIONS }, args.map(withFolder))
  return run({ ...optionsFrom(values, 'check'), check: true }, { since: 0 })
}
