/**
 * Lets a process go on when the reader of its output goes away, as in `npm start | head -1`, and drops
 * the rest of the output. Any other error of an output is a failure.
 *
 * @param outputs - `process.stdout` and `process.stderr`.
 */
export function ignoreClosedPipes(...outputs: readonly NodeJS.EventEmitter[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
