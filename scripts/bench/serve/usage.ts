import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import type { Usage } from './server-process.js'

/** Reports the port of a server to the process that has started this one, and its usage on demand. */
export function reportUsage(port: number): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const megabytes = process.memoryUsage.rss() / 2 ** 20
    const blocked = delay.max / 1e6
    globalThis.gc?.()
    const heap = process.memoryUsage().heapUsed / 2 ** 20
    const usage: Usage = { processor: user + system, megabytes, heap, blocked }
    delay.reset()
    process.send?.(usage)
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port })
}
