import { Agent } from 'node:http'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { createNew } from './load/create.js'

/** Number of clients that create plants when the server is stopped, and number of rounds. */
const CLIENTS = 48
const ROUNDS = Number(process.env.STOP_ROUNDS ?? 6)

/** For how many milliseconds a client thinks between two requests. */
const PAUSES = [0, 20]

for (const storeUrl of ['memory:', 'sqlite:plants.db']) {
  t.test(`no request is lost when the server stops: ${storeUrl}`, async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const env = { BEARER_TOKENS: token, STORE_URL: storeUrl, LOG_LEVEL: 'fatal' }
      const { child, port, exit } = await launch(t, env, t.testdir({}))
      const pause = PAUSES[round % PAUSES.length] as number
      const clients = Array.from({ length: CLIENTS }, () => work(port, pause))
      await wait(300 + 20 * round)
      child.kill('SIGTERM')
      const ends = await Promise.all(clients)
      const lost = ends.filter((end) => end !== 'told')
      t.same(lost, [], `round ${round}, ${CLIENTS} clients that pause for up to ${pause} ms`)
      t.match(await exit, { code: 0 })
    }
  })
}

/** Creates plants on one connection until it is told that the connection ends, or until it is lost. */
async function work(port: number, pause: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const { statusCode, headers } = await createNew(port, agent)
      if (statusCode !== 200) return `answered ${statusCode}`
      if (headers.connection === 'close') return 'told'
      await wait(Math.random() * pause)
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    agent.destroy()
  }
}
