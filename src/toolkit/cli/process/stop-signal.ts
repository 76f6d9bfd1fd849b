import process from 'node:process'

/** A signal that is aborted, with the name as its reason, by SIGINT, SIGTERM or SIGHUP. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name))
  }
  return controller.signal
}
