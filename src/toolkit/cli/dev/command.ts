import process from 'node:process'
import { dev } from './dev.js'
import { readDevOptions } from './options.js'

/** The command `dev`: runs until the signal is aborted. Returns the exit code. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  await dev(process.cwd(), readDevOptions(args), signal)
  return 0
}
