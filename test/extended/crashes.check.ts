import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import { token } from '../server/helpers.js'
import { overHttp } from '../server/over-http.js'
import { launch } from '../server/process.js'
import { problemsOf } from '../store-contract/history.js'
import { Recorder } from '../store-contract/recorder.js'

/** Times that the server is killed; `CRASHES=1000` takes some twenty minutes. */
const CRASHES = Number(process.env.CRASHES ?? 15)

/** Clients that create plants, some of them the same ones. */
const CLIENTS = 24

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:plants.db', LOG_LEVEL: 'fatal' }

t.test('kill -9 of the server under load', async (t) => {
  const folder = t.testdir({})
  const recorder = new Recorder()
  const starts: number[] = []
  let next = 0
  for (let crash = 0; crash < CRASHES; crash++) {
    const begun = performance.now()
    const { child, base, exit } = await launch(t, env, folder)
    starts.push(performance.now() - begun)
    const store = overHttp(base)
    let isOver = false
    const client = async (own: number) => {
      while (!isOver) {
        const id = BigInt(Math.floor(next++ / 3))
        await recorder.create(store, { id, name: `of ${own % 2}` })
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, own) => client(own))
    // At another moment of a batch each time.
    await wait(60 + ((crash * 37) % 90))
    child.kill('SIGKILL')
    isOver = true
    await Promise.all([...clients, exit])
  }
  const kept = sqlite(path.join(folder, 'plants.db'))
  t.teardown(() => kept.close())
  const { creates } = recorder.history
  for (const id of new Set(creates.map(({ id }) => id))) await recorder.get(kept, id)
  t.same(problemsOf(recorder.history), [])
  const answered = creates.filter(({ outcome }) => outcome !== 'lost').length
  t.ok(answered > 5 * CRASHES, `${answered} of ${creates.length} creates were answered`)
  t.comment(
    `start, after a crash: ${median(starts.slice(1))} ms; ${Math.round(starts[0] as number)} ms before`,
  )
})

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number)
}
