/**
 * The process: `npm start`.
 *
 * The log goes to stdout. The lines for a person go to stdout too when the log there is for a
 * person, and to stderr when it is JSON, so that stdout can be parsed line by line. They are the
 * only place where a token that the server made appears.
 */

import process from 'node:process'
import { banner } from './banner.js'
import { outliveReaders } from './closed-pipe.js'
import { readConfig } from './config.js'
import { isPretty } from './logging.js'
import { stopOnSignals } from './signals.js'
import { start } from './start.js'
import { startFailure } from './start-error.js'
import { stop } from './stop.js'
import { stopWithShell } from './stop-with-shell.js'

const { stdout, stderr } = process
outliveReaders(stdout, stderr)
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
  const person = isPretty(config, stdout) ? stdout : stderr
  person.write(banner({ ...service, host: config.host, basePath: config.basePath }))
} catch (error) {
  stderr.write(startFailure(error))
  process.exitCode = 1
}
