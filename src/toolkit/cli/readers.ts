/** The part of `process.stdout` and `process.stderr` that is needed here. */
export interface Printed {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

/**
 * When whoever reads what is printed goes away, as in `fastify-contract mock | head -1`, a command does the
 * rest of its work without a word: what it writes is complete, and what it serves goes on. `console` alone
 * sees to that most of the time only.
 */
export function outliveReaders(...outputs: readonly Printed[]): void {
  for (const output of outputs) {
    output.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
