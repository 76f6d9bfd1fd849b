/** Starts one server, reports its port, and its usage whenever it is asked. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import type { Usage } from './server-process.js'
import { type MeasuredServer, SERVERS } from './servers.js'

const [name = '', peers = ''] = process.argv.slice(2)
const port = await SERVERS[name as MeasuredServer](peers)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = {
    processor: user + system,
    megabytes: process.memoryUsage.rss() / 2 ** 20,
    blocked: delay.max / 1e6,
  }
  delay.reset()
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
process.send?.({ port })
