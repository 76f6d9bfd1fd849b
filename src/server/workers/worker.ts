/** One of several processes on one port, which serves until a signal or its primary says stop. */

import process from 'node:process'
import { ignoreClosedPipes } from 'fastify-contract'
import { readConfig } from '../config.js'
import type { SentMetrics } from '../metrics.js'
import { stopOnSignals } from '../signals.js'
import { start, stop, troubleOf } from '../start.js'
import { oneLine } from '../start-error.js'

/** Why a worker cannot answer requests, if it cannot; its metrics, if there is an admin port. */
export type WorkerState = { readonly trouble: string | undefined; readonly metrics: SentMetrics }

/** What a worker tells: that it listens, or why it does not, in one line; its state, when it is asked. */
export type WorkerReport = { readonly port: number } | { readonly failure: string } | WorkerState

const report = (message: WorkerReport, sent = () => {}) =>
  process.send?.(message, undefined, undefined, sent)

ignoreClosedPipes(process.stdout, process.stderr)
try {
  const service = await start(readConfig(process.env), process.stdout, true)
  let stopped: Promise<boolean> | undefined
  const stopOnce = () => (stopped ??= stop(service))
  stopOnSignals(process, {
    stop: stopOnce,
    fail: (error, origin) => service.app.log.fatal({ err: error, origin }, 'the process failed'),
  })
  process.on('message', async (order: 'ask' | 'stop') => {
    if (order === 'stop') process.exit((await stopOnce()) ? 0 : 1)
    const metrics = (await service.metrics?.toSend()) ?? []
    report({ trouble: await troubleOf(service), metrics })
  })
  report({ port: service.port })
} catch (error) {
  report({ failure: oneLine(error) }, () => process.exit(1))
}
