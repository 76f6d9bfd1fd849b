import process from 'node:process'
import { dev } from './dev.js'
import { readOptions } from './options.js'

/** The command `dev`: goes on until the signal ends it. Returns the exit code. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  await dev(process.cwd(), readOptions(args), signal)
  return 0
}
