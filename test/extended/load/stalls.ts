/** Imported by a server with `--import`: at SIGUSR2 it writes how long its event loop was blocked since. */

import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

/** Milliseconds between two looks, which each value contains. */
const RESOLUTION = 1

const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
delays.enable()

process.on('SIGUSR2', () => {
  writeFileSync(process.env.STALLS as string, String(delays.max / 1e6 - RESOLUTION))
  delays.reset()
})
