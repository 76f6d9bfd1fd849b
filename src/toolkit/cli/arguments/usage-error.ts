import { oneLine } from '../../generator/diagnostics/diagnostics.js'

/** What is wrong with the arguments of a command, and what to do, in one line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(oneLine(message))
    this.name = 'UsageError'
  }
}

/** Runs a command; wrong arguments are told in a line. Returns the exit code. */
export async function told(run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 1
  }
}
