import type { Service } from './start.js'

/**
 * Stops a service: no new connections, idle ones are closed, requests in progress are answered, then the
 * store is closed. After SHUTDOWN_TIMEOUT they are cut off; the store then has the same time to close.
 *
 * @returns true if nothing was cut off.
 */
export async function stop({ app, store, config }: Service): Promise<boolean> {
  const time = config.shutdownTimeout
  const closing = app.close()
  const isDrained = await settlesWithin(time, closing)
  if (!isDrained) {
    app.log.warn('requests are still under way and are cut off; see SHUTDOWN_TIMEOUT')
    app.server.closeAllConnections()
  }
  const isClosed = await settlesWithin(
    time,
    closing.then(() => store.close()),
  )
  if (!isClosed) app.log.error('the store did not close in time')
  const clean = isDrained && isClosed
  app.log.info({ clean }, 'stopped')
  return clean
}

async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
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
