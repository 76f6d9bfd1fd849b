import { oneLine } from '../../generator/diagnostics/diagnostics.js'

/** Reason why a command cannot run, and what to do, in one line. */
export class CommandError extends Error {
  constructor(message: string) {
    super(oneLine(message))
    this.name = 'CommandError'
  }
}

/** Runs a command and prints a `CommandError` as one line. Returns the exit code. */
export async function reportCommandErrors(run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(error.message)
  }
}

/** Prints what went wrong. Returns the exit code for it. */
export function fail(message: string): number {
  console.error(message)
  return 1
}
