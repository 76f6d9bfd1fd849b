import process from 'node:process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort, noShell, statusAt, UNREAD, withoutReader } from '../helpers/pipes.js'

const main = fileURLToPath(new URL('../../src/server/main.js', import.meta.url))

for (const unread of Object.keys(UNREAD) as (keyof typeof UNREAD)[]) {
  for (const LOG_FORMAT of ['json', 'pretty']) {
    const name = `nobody reads ${unread} (${LOG_FORMAT}): it serves on, and stops when it is told to`
    t.test(name, { skip: noShell }, async (t) => {
      const port = await freePort()
      const env = { PORT: String(port), STORE_URL: 'memory:', LOG_FORMAT }
      const { pid, ended } = await withoutReader(t, [main], unread, { env, cwd: t.testdir() })
      for (let count = 0; count < 3; count++) {
        t.equal(await statusAt(`http://127.0.0.1:${port}/openapi.json`), 200)
      }
      process.kill(pid, 'SIGTERM')
      t.equal(await ended, 0)
    })
  }
}
