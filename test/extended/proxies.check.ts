import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { freePorts } from '../../scripts/shared/free-ports.js'
import { ROOT } from '../helpers/tsc.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { installPackages } from './debian.js'
import { createdOr } from './load/create.js'
import { orSkip } from './registry.js'
import { underFlood } from './sockets/under-flood.js'

/** Number of clients that do not read, requests of each, and duration of the trial. */
const COUNT = Number(process.env.FLOOD_CONNECTIONS ?? 600)
const AHEAD = 3_000
const TIME = Number(process.env.FLOOD_SECONDS ?? 5) * 1_000

const HEAP = 256

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
    const text = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(AHEAD)
    t.comment(await underFlood(t, { port, count: COUNT, text, sips: false }, TIME))
    t.equal(server.child.exitCode, null, 'the server lives')
    t.equal(await createdOr(port), 200)
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
  for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(50))
    if ((await createdOr(port)) === 200) return
  throw new Error('the proxy does not answer')
}
