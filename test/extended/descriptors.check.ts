import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { token } from '../server/helpers.js'
import { create, launch } from '../server/process.js'

/** Numbers of files that the server may open; each connection is one, and a start of the server takes some 70. */
const LIMITS = [80, 96]
const CLIENTS = 150

for (const limit of LIMITS) {
  for (const store of ['memory:', 'sqlite:plants.db'] as const) {
    t.test(`a server that may open ${limit} files serves on, with ${store}`, async (t) => {
      const env = { BEARER_TOKENS: token, STORE_URL: store, LOG_LEVEL: 'fatal' }
      const server = await launch(t, env, t.testdir({}), [], `ulimit -n ${limit}`)
      const as = { ...server, token }
      for (let round = 0; round < 3; round++) {
        const sockets = Array.from({ length: CLIENTS }, () =>
          connect(server.port, '127.0.0.1').on('error', () => {}),
        )
        await wait(200)
        // It is answered, or it is not accepted: there is no third.
        const full = await Promise.race([
          create(as, fern(round)).catch(String),
          wait(2_000, 'open'),
        ])
        t.ok(full === 'open' || /^(200|503)|failed/.test(String(full)), `while it is full: ${full}`)
        for (const socket of sockets) socket.destroy()
        t.equal(await eventually(() => create(as, fern(round))), 200, 'once there is room')
      }
      server.child.kill('SIGTERM')
      t.equal((await server.exit).code, 0)
    })
  }
}

const fern = (id: number) => ({ id, name: 'fern' })

/** The status of the first answer: while connections end, some are not accepted. */
async function eventually(ask: () => Promise<[number, unknown]>): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return (await ask())[0]
    } catch (error) {
      if (tries === 20) throw error
      await wait(200)
    }
  }
}
