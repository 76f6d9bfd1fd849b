/**
 * A plant is durable or refused, whatever others do to the names of the file under the running server: each answer is
 * 200, 409 or the Error of 503, what was answered is in the file with its log, wherever it was moved to, and when it
 * is back the server goes on without a restart.
 */

import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import type { PlantStore } from '../../src/store/store.js'
import { rowsOf } from '../helpers/rows.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { shell } from '../store/sqlite/troubled.js'
import { chance } from '../toolkit/runtime/json/random.js'
import { Callers } from './load/callers.js'

const ROUNDS = Number(process.env.FILE_ROUNDS ?? 1)
const SEED = Number(process.env.FILE_SEED ?? Date.now() % 2 ** 31)
const CLIENTS = 16

/** What is done to `db` with its log, where it is then if nobody has destroyed it, and what puts it back. */
const DAMAGES = `
  the file is removed | ln db kept; rm db | kept | mv kept db
  the file is moved | mv db kept | kept | mv kept db
  the log is removed | rm db-wal | db
  the index of the log is removed | rm db-shm | db
  the log and its index are removed | rm db-wal db-shm | db
  the file and its log are removed | rm db db-wal db-shm
  the file is cut off | truncate -s $((RANDOM_PART * $(stat -c %s db) / 100)) db
  another store is put in its place | ln db kept; mv other db | kept | mv kept db
  an empty file is put in its place | mv db kept; : > db | kept | mv kept db
  a folder is put in its place | mv db kept; mkdir db | kept | rmdir db; mv kept db
  a link to where it is now is put in its place | mv db kept; ln -s kept db | kept | mv kept db
  its folder is moved | cd ..; mv data moved | ../moved/db | cd ..; mv moved data
  its folder is removed | rm -r ../data
`

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:data/db', LOG_LEVEL: 'fatal' }
t.setTimeout(1_200_000)

for (const [index, [what = '', done = '', kept, undone]] of rowsOf(DAMAGES).entries()) {
  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED + 1000 * index + round
    // One file may have several servers.
    const count = 1 + ((seed + index) % 2)
    t.test(`${what}, ${count} servers (seed ${seed})`, async (t) => {
      const { below } = chance(seed)
      const root = t.testdir({ data: {} })
      const data = path.join(root, 'data')
      const other = sqlite(path.join(data, 'other'))
      await other.ready()
      await other.close()
      const servers = await Promise.all(Array.from({ length: count }, () => launch(t, env, root)))
      const callers = new Callers()
      const stores = servers.map(({ base }) => callers.server(base))
      callers.begin(CLIENTS, async (plant, own) => {
        // Now and then a large one, so that logs grow and are moved.
        const name = own % 4 === 0 ? `${plant.name} ${'x'.repeat(below(30_000))}` : plant.name
        const store = stores[own % count] as PlantStore
        const outcome = await callers.recorder.create(store, { ...plant, name })
        if (outcome === undefined) await wait(20)
      })
      await wait(below(800))
      shell(data, done.replace('RANDOM_PART', String(below(100))))
      await wait(300 + below(300))
      const isRestored = undone !== undefined && below(2) === 0
      if (isRestored) {
        shell(root, `cd ${what === 'its folder is moved' ? 'moved' : 'data'}; ${undone}`)
        await callers.until(200, 20)
      }
      await callers.end()
      // A log without a name is written into its file in the end.
      const signal = done.includes('-wal') || below(2) === 0 ? 'SIGTERM' : 'SIGKILL'
      const ends = await Promise.all(servers.map((server) => server.end(signal)))
      t.same(new Set(ends.map(({ code }) => code)), new Set([signal === 'SIGTERM' ? 0 : null]))
      t.same(callers.wrong, [], 'what is not done is an Error of 503 with `Retry-After`')
      if (kept === undefined) return
      const file = path.join(data, isRestored ? 'db' : kept)
      if (!isRestored && kept === 'kept') shell(data, '[ ! -e db-wal ] || mv db-wal kept-wal')
      const store = sqlite(file)
      t.teardown(() => store.close())
      await callers.judge(t, store)
    })
  }
}
