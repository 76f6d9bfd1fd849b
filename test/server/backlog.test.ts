import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { launch } from './process.js'
import { launchWorkers } from './workers/helpers.js'

/** Node's own backlog is 511. */
const COUNT = 600
const MAX_CONNECTIONS = String(COUNT)

function systemLimit(): number {
  return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
}

const skip =
  process.platform !== 'linux' || systemLimit() < COUNT
    ? 'the system decides how many connections may wait'
    : false

for (const [what, start] of Object.entries({ 'one process': launch, several: launchWorkers })) {
  t.test(`as many connections may wait as may be open: ${what}`, { skip }, async (t) => {
    const server = await start(t, { MAX_CONNECTIONS, STORE_URL: 'sqlite:plants.db' }, t.testdir())
    server.child.kill('SIGSTOP')
    const sockets = Array.from({ length: COUNT }, () => connect(server.port, '127.0.0.1'))
    t.teardown(() => sockets.map((socket) => socket.destroy()))
    const all = Promise.all(sockets.map((socket) => once(socket, 'connect')))
    // A stopped server accepts none: those that were dropped never succeed.
    const late = wait(120_000, 'late', { ref: false })
    t.not(await Promise.race([all, late]), 'late')
    server.child.kill('SIGCONT')
  })
}
