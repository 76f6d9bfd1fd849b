/** What the process does when whoever reads what it prints goes away: it serves on. */

/** The part of `process.stdout` and `process.stderr` that is needed here. */
export interface Printed {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

/**
 * Lines that nobody can read any more are lost, as they would be unread; anything else that keeps an
 * output from being written is a failure. Without this a reader that goes away would be one too, and the
 * line about it the next.
 */
export function outliveReaders(...outputs: readonly Printed[]): void {
  for (const output of outputs) {
    output.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
