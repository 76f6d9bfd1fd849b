/**
 * The process of `npm start`.
 *
 * The log goes to stdout. The banner goes there too if the log has readable lines, and to stderr if it is
 * JSON, so that stdout can be parsed line by line. A generated token appears in the banner only.
 */

import process from 'node:process'
import { ignoreClosedPipes } from 'fastify-contract'
import { banner } from './banner.js'
import { readConfig } from './config.js'
import { isPretty } from './logging.js'
import { stopOnSignals, stopWithShell } from './signals.js'
import { start, startFailure, stop } from './start.js'

const { stdout, stderr } = process
ignoreClosedPipes(stdout, stderr)
try {
  const config = readConfig(process.env)
  const service = await start(config, stdout)
  const { log } = service.app
  stopOnSignals(process, {
    stop(signal) {
      log.info({ signal }, 'stopping')
      return stop(service)
    },
    fail: (error, origin) => log.fatal({ err: error, origin }, 'the process failed'),
  })
  stopWithShell(process)
  const output = isPretty(config, stdout) ? stdout : stderr
  output.write(banner({ ...service, host: config.host, basePath: config.basePath }))
} catch (error) {
  stderr.write(startFailure(error))
  process.exitCode = 1
}
