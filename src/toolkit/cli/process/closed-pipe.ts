/**
 * Lets a command finish when the reader of its output goes away, as in `fastify-contract mock | head -1`:
 * the files that it writes are complete, and a server goes on. `console` alone does not always ensure that.
 */
export function ignoreClosedPipes(...outputs: readonly NodeJS.EventEmitter[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
