/** How the server stops: what is under way finishes, for as long as it may take. */

import type { Service } from './start.js'

/**
 * Stops a service: no new connections, idle ones are closed, requests under way are answered, then
 * the store is closed. What takes longer than SHUTDOWN_TIMEOUT is cut off; the store then has that
 * time once more to finish.
 *
 * @returns whether everything finished by itself.
 */
export async function stop({ app, store, config }: Service): Promise<boolean> {
  const time = config.shutdownTimeout
  const closing = app.close()
  const drained = await within(time, closing)
  if (!drained) {
    app.log.warn('requests are still under way and are cut off; see SHUTDOWN_TIMEOUT')
    app.server.closeAllConnections()
  }
  const closed = await within(
    time,
    closing.then(() => store.close()),
  )
  if (!closed) app.log.error('the store did not close in time')
  const clean = drained && closed
  app.log.info({ clean }, 'stopped')
  return clean
}

/** Whether a promise settles in time. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
