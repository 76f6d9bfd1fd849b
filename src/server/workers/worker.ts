/** One of several processes on one port, which serves until a signal or its primary says stop. */

import process from 'node:process'
import { readConfig } from '../config.js'
import { ignoreFailures, written } from '../logging.js'
import type { SentMetrics } from '../metrics.js'
import { stopOnSignals } from '../signals.js'
import { start, stop, troubleOf } from '../start.js'
import { oneLine } from '../start-error.js'

/** Why a worker cannot answer requests, if it cannot; its metrics, if there is an admin port. */
export type WorkerState = { readonly trouble: string | undefined; readonly metrics: SentMetrics }

/**
 * What a worker tells: that it listens, or why it does not, in one line; its state, when it is asked; that its
 * server is closed.
 */
export type WorkerReport =
  | { readonly port: number }
  | { readonly failure: string }
  | WorkerState
  | { readonly isClosed: true }

/** What a worker is told: that its state is asked for; to stop; that no worker listens any more. */
export type WorkerOrder = 'ask' | 'stop' | 'closed'

const report = (message: WorkerReport, sent = () => {}) =>
  process.send?.(message, undefined, undefined, sent)

/** Resolves when the primary, which accepts the connections of all workers, takes no more of them. */
const portClosed = () =>
  new Promise<void>((resolve) => {
    process.on('message', (order: WorkerOrder) => {
      if (order === 'closed') resolve()
    })
    report({ isClosed: true })
  })

ignoreFailures(process.stdout, process.stderr)
try {
  const service = await start(readConfig(process.env), process.stdout, portClosed)
  let stopped: Promise<boolean> | undefined
  const stopOnce = () => (stopped ??= stop(service).finally(() => written(process.stdout)))
  stopOnSignals(process, {
    stop: stopOnce,
    fail: (error, origin) => service.app.log.fatal({ err: error, origin }, 'the process failed'),
  })
  process.on('message', async (order: WorkerOrder) => {
    if (order === 'stop') process.exit((await stopOnce()) ? 0 : 1)
    if (order !== 'ask') return
    const metrics = (await service.metrics?.toSend()) ?? []
    report({ trouble: await troubleOf(service), metrics })
  })
  report({ port: service.port })
} catch (error) {
  report({ failure: oneLine(error) }, () => process.exit(1))
}
