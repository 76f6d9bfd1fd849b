/**
 * The process of `npm start`.
 *
 * The log goes to stdout. The banner goes there too if the log has readable lines, and to stderr if it is
 * JSON, so that stdout can be parsed line by line. A generated token appears in the banner only.
 */

import process from 'node:process'
import { stopWithNpm } from 'fastify-contract'
import { banner } from './banner.js'
import { type Config, readConfig } from './config.js'
import { ignoreFailures, isPretty, written } from './logging.js'
import { stopOnSignals } from './signals.js'
import { start, stop } from './start.js'
import { startFailure } from './start-error.js'

const { stdout, stderr } = process
ignoreFailures(stdout, stderr)
try {
  const config = readConfig(process.env)
  const { port, token, log, stop } = await (config.workers > 1 ? inWorkers : inOneProcess)(config)
  stopOnSignals(process, {
    stop(signal) {
      log.info({ signal }, 'stopping')
      return stop().finally(() => written(stdout))
    },
    fail: (error, origin) => log.fatal({ err: error, origin }, 'the process failed'),
  })
  stopWithNpm(process)
  const output = isPretty(config, stdout) ? stdout : stderr
  output.write(banner({ ...config, port, token }))
} catch (error) {
  stderr.write(startFailure(error))
  process.exitCode = 1
}

async function inOneProcess(config: Config) {
  const service = await start(config, stdout)
  const { app, port, token } = service
  return { port, token, log: app.log, stop: () => stop(service) }
}

async function inWorkers(config: Config) {
  const { startWorkers } = await import('./workers/start-workers.js')
  return startWorkers(config)
}
