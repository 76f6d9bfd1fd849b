/** Starts one server and prints its measurements as JSON. */

import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { summarize } from '../shared/summary.js'
import type { Boot } from './bench-boot.js'
import type { BootRoute } from './prepared-files.js'
import { SERVERS, type ServerName } from './servers.js'

/** Number of measured first requests. */
const REQUESTS = 20

const [name = '', text = '{}'] = process.argv.slice(2)
const target = JSON.parse(text)
const started = performance.now()
const { request } = await SERVERS[name as ServerName](target)
const ready = performance.now() - started
const megabytes = process.memoryUsage.rss() / 2 ** 20

// The first request loads code that all requests share.
await request('GET', '/nothing-is-here').catch(() => undefined)
const routes = JSON.parse(await readFile(target.routes, 'utf8')) as BootRoute[]
const step = Math.max(1, Math.floor(routes.length / REQUESTS))
const times: number[] = []
for (const { method, path } of routes.filter((_, index) => index % step === 0)) {
  const sent = performance.now()
  await request(method, path).catch(() => undefined)
  times.push(performance.now() - sent)
}
const boot: Boot = { ready, megabytes, first: summarize(times) }
process.stdout.write(JSON.stringify(boot), () => process.exit())
