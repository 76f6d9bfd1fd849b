import { oneLine } from '../../generator/diagnostics/diagnostics.js'

/** Wrong arguments of a command, and what to do, in one line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(oneLine(message))
    this.name = 'UsageError'
  }
}

/** Runs a command and prints a usage error as one line. Returns the exit code. */
export async function reportUsageErrors(run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return fail(error.message)
  }
}

/** Prints what went wrong. Returns the exit code for it. */
export function fail(message: string): number {
  console.error(message)
  return 1
}
