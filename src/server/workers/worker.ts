/**
 * One of several processes on one port. Its primary sends the configuration; then it serves, until a signal
 * or the primary says stop, or the primary is gone.
 */

import cluster from 'node:cluster'
import process from 'node:process'
import { ignoreClosedPipes } from 'fastify-contract'
import type { Metrics } from '../admin/metrics.js'
import type { Config } from '../config.js'
import { stopOnSignals } from '../signals.js'
import { type Service, start, stop, troubleOf } from '../start.js'
import { oneLine } from '../start-error.js'
import type { WorkerOrder, WorkerReport } from './messages.js'

let service: Service | undefined
const tokens: { hashes: readonly Buffer[] } = { hashes: [] }

ignoreClosedPipes(process.stdout, process.stderr)
const toldToStop = new Promise<void>((resolve) => {
  process.on('message', (order: WorkerOrder) => {
    if (order === 'stop') {
      resolve()
    } else if (order === 'ask') {
      answer()
    } else if ('tokens' in order) {
      tokens.hashes = order.tokens
    } else {
      tokens.hashes = order.config.tokenHashes
      serve(order.config)
    }
  })
})
// A message that comes before somebody waits for it is lost in a worker of node:cluster.
report('ready')

async function serve(config: Config): Promise<void> {
  try {
    service = await start(config, process.stdout, tokens)
    stopInTime(service)
    report({ port: service.port })
  } catch (error) {
    report({ failure: oneLine(error) }, () => process.exit(1))
  }
}

/** Only a service that listens is asked. */
async function answer(): Promise<void> {
  const asked = service as Service
  const state = {
    trouble: await troubleOf(asked),
    // With an admin port, without which nobody asks, there are metrics.
    metrics: await (asked.metrics as Metrics).toSend(),
  }
  report({ state })
}

function stopInTime(service: Service): void {
  let stopped: Promise<boolean> | undefined
  const stopOnce = () => {
    stopped ??= stop(service)
    return stopped
  }
  stopOnSignals(process, {
    stop: stopOnce,
    fail: (error, origin) => service.app.log.fatal({ err: error, origin }, 'the process failed'),
  })
  const leave = async () => process.exit((await stopOnce()) ? 0 : 1)
  toldToStop.then(leave)
  const { worker } = cluster
  worker?.once('disconnect', () => {
    // Otherwise node:cluster ends the process at once, and its requests with it.
    worker.exitedAfterDisconnect = true
    leave()
  })
}

/** A primary that is gone needs no report. */
function report(message: WorkerReport, sent = () => {}): void {
  process.send?.(message, undefined, undefined, sent)
}
