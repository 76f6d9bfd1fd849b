import process from 'node:process'

/**
 * Aborted, with the signal's name as the reason, when the process is told to end, or when the
 * process that started it is gone.
 */
export function stopped(): AbortSignal {
  const controller = new AbortController()
  const { signal } = controller
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name))
  }
  if (process.channel !== undefined) {
    process.once('disconnect', () => controller.abort('SIGTERM'))
  }
  return signal
}
