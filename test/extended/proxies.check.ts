import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { freePorts } from '../../scripts/shared/free-ports.js'
import { ROOT } from '../helpers/tsc.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { installPackages } from './debian.js'
import { orSkip } from './registry.js'
import type { Flood } from './sockets/flood.js'

/** Number of clients that do not read, requests of each, and duration of the trial. */
const COUNT = Number(process.env.FLOOD_CONNECTIONS ?? 600)
const AHEAD = 3_000
const TIME = Number(process.env.FLOOD_SECONDS ?? 5) * 1_000

/** The heap of the server, in MB. */
const HEAP = 256

/** A request that is not answered by then is not answered. */
const PATIENCE = 60_000

/** Each proxy with its package, and its configuration around that of the README. */
const proxies = {
  nginx: {
    program: '/usr/sbin/nginx',
    package: 'nginx-light',
    args: (folder: string, file: string) => ['-p', folder, '-e', 'stderr', '-c', file],
    file: (text: string) =>
      `daemon off;\npid nginx.pid;\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${text}}\n`,
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    package: 'haproxy',
    args: (_folder: string, file: string) => ['-f', file],
    file: (text: string) => text,
  },
}

const readme = readFileSync(path.join(ROOT, 'src/server/README.md'), 'utf8')

for (const [name, { program, package: source, args, file }] of Object.entries(proxies)) {
  t.test(`${COUNT} clients that send ahead and do not read, through ${name}`, async (t) => {
    if (!existsSync(program)) await orSkip(t, installPackages(source))
    if (!existsSync(program)) return
    const folder = t.testdir({})
    const env = { BEARER_TOKENS: token, STORE_URL: 'memory:', LOG_LEVEL: 'fatal' }
    const server = await launch(t, env, folder, [`--max-old-space-size=${HEAP}`])
    const [port = 0] = await freePorts(1)
    const config = path.join(folder, `${name}.conf`)
    writeFileSync(config, file(configuration(name, port, server.port)))
    const proxy = spawn(program, args(folder, config), { stdio: 'inherit' })
    t.teardown(() => proxy.kill('SIGTERM'))
    await isUp(port)
    await flood(t, port)
    t.equal(server.child.exitCode, null, 'the server lives')
    t.equal(await create(port), 200)
  })
}

/** What the README says, with other ports. */
function configuration(name: string, port: number, behind: number): string {
  const [, text = ''] = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? []
  return text
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
}

async function isUp(port: number): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(50)) {
    if ((await create(port)) === 200) return
  }
  throw new Error('the proxy does not answer')
}

async function flood(t: Test, port: number): Promise<void> {
  const text = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(AHEAD)
  const workerData: Flood = { port, count: COUNT, text, sips: false }
  const worker = new Worker(new URL('./sockets/flood.js', import.meta.url), { workerData })
  const stopped = once(worker, 'exit')
  await once(worker, 'message')
  const statuses: Record<string, number> = {}
  for (const end = performance.now() + TIME; performance.now() < end; await wait(20)) {
    const status = await create(port)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  t.comment(`answers ${JSON.stringify(statuses)}`)
  t.same(
    Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status)),
    [],
    'others are answered',
  )
  worker.postMessage('stop')
  await stopped
}

let id = 0

/** Creates a plant through the proxy; the status, or why there is none. */
async function create(port: number): Promise<number | string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ id: ++id, name: 'fern' })
  const given = { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE) }
  return fetch(`http://127.0.0.1:${port}/plants`, given).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    (error) => String(error.cause?.code ?? error.name),
  )
}
