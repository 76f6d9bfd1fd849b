import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { Callers } from './load/callers.js'
import { quantile } from './load/load.js'

/** Times that the server is killed; `CRASHES=1000` takes some twenty minutes. */
const CRASHES = Number(process.env.CRASHES ?? 15)

const CLIENTS = 24

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', LOG_LEVEL: 'fatal' }

t.test('kill -9 of the server under load', async (t) => {
  const folder = t.testdir({})
  const starts: number[] = []
  const callers = new Callers()
  for (let crash = 0; crash < CRASHES; crash++) {
    const begun = performance.now()
    const { child, base, exit } = await launch(t, env, folder)
    starts.push(performance.now() - begun)
    const store = callers.server(base)
    callers.begin(CLIENTS, (plant) => callers.recorder.create(store, plant))
    // At another moment of a batch each time, however long the first one takes.
    await callers.until(200, CLIENTS)
    await wait((crash * 37) % 90)
    child.kill('SIGKILL')
    await Promise.all([callers.end(), exit])
  }
  const kept = sqlite(path.join(folder, 'plants.db'))
  t.teardown(() => kept.close())
  t.ok((await callers.judge(t, kept)) > 5 * CRASHES)
  const [after, before] = [starts.slice(1), starts.slice(0, 1)].map((times) =>
    quantile(times, 0.5).toFixed(0),
  )
  t.comment(`start, after a crash: ${after} ms; ${before} ms before`)
})
