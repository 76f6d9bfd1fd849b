import process from 'node:process'

/** A signal that is aborted, with the name as its reason, by SIGINT, SIGTERM or SIGHUP. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name))
  }
  return controller.signal
}

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
