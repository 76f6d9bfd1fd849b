/**
 * Lets the server go on when the reader of its output goes away, and drops the rest of the output. Any other
 * error of an output is a failure.
 */
export function ignoreClosedPipes(...outputs: readonly NodeJS.EventEmitter[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
