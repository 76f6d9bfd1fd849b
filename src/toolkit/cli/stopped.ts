import process from 'node:process'

/** Aborted, with the signal's name as the reason, when the process is told to end. */
export function stopped(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name))
  }
  return controller.signal
}
