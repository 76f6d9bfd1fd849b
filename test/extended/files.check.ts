/**
 * A plant is durable or refused, whatever others do to the names of the file under the running server. Exactly:
 * every create that was answered 200 is
 * - in the file that the name leads to when the server has ended, or in the one that it led to at the time
 *   of the answer, with its log, where that has only been moved; or
 * - lost to whoever has cut off or removed the file after the create was sent, or has removed its log and then
 *   killed the server.
 *
 * All others are answered 503, with `Retry-After` and the Error body. The server tells of it a few times,
 * naming the file, and ends in order.
 */

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import t, { type Test } from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import { linesOf, token } from '../server/helpers.js'
import { create, fail, launch, type Running } from '../server/process.js'
import { chance } from '../toolkit/runtime/json/random.js'
import { Clients, type Sent } from './files/clients.js'
import { type Aftermath, damages, type Place } from './files/damage.js'

const ROUNDS = Number(process.env.FILE_ROUNDS ?? 1)
const SEED = Number(process.env.FILE_SEED ?? Date.now() % 2 ** 31)

const CLIENTS = 16

/** Number of lines that a server may write about a file, however many requests it refuses. */
const MOST_LINES = 12

const env = { BEARER_TOKENS: token, STORE_URL: 'sqlite:data/plants.db', LOG_LEVEL: 'error' }
const root = t.testdir({})
t.setTimeout(1_200_000)

async function newPlace(): Promise<Place & { root: string }> {
  const folder = mkdtempSync(path.join(root, 'round-'))
  const at = (name: string) => path.join(folder, name)
  mkdirSync(at('data'))
  const otherStore = at('other.db')
  const other = sqlite(otherStore)
  await other.ready()
  await other.close()
  const foreign = at('foreign.db')
  const database = new Database(foreign)
  database.exec('create table other (id integer primary key)')
  database.close()
  const [data, file, elsewhere] = [at('data'), at('data/plants.db'), at('elsewhere.db')]
  return { root: folder, data, file, elsewhere, otherStore, foreign }
}

/** The plants in a file; none when it is too broken to be read. */
function plantsIn(file: string): Map<number, string> {
  try {
    const database = new Database(file)
    const rows = database.prepare('select id, name from plants').raw().all() as [number, string][]
    database.close()
    return new Map(rows)
  } catch {
    return new Map()
  }
}

for (const [index, [what, damage]] of Object.entries(damages).entries()) {
  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED + 1000 * index + round
    // One file may have several servers.
    const count = 1 + ((SEED + index + round) % 2)
    t.test(`${what}, ${count} servers (seed ${seed})`, async (t) => {
      const random = chance(seed)
      const place = await newPlace()
      const servers = await Promise.all(
        Array.from({ length: count }, () => launch(t, env, place.root)),
      )
      const clients = servers.map(({ base }, n) => new Clients(base, random, n * 1e6))
      for (const each of clients) each.begin(CLIENTS / count)
      await wait(random.below(800))
      const aftermath = damage(place, random)
      const doneAt = performance.now()
      await wait(300 + random.below(300))
      const isRestored = aftermath.restore !== undefined && random.below(2) === 0
      if (isRestored) {
        aftermath.restore?.()
        await Promise.all(clients.map((each) => recovered(t, each)))
      }
      await Promise.all(clients.map((each) => each.end()))
      for (const [n, server] of servers.entries()) {
        const isKilled = !aftermath.isUnnamed && random.below(2) === 0
        await ended(t, server, clients[n]?.sent ?? [], isKilled ? 'SIGKILL' : 'SIGTERM')
      }
      const kept = isRestored ? place.file : aftermath.kept
      if (kept !== undefined) takeLog(place.file, kept)
      const sent = clients.flatMap((each) => each.sent)
      checkAnswers(t, sent, kept, doneAt, place)
      if (!isRestored) await checkStart(t, aftermath, place)
    })
  }
}

/** A log stays where its file was, and belongs to it all the same. */
function takeLog(file: string, kept: string): void {
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`)
}

/** The file is back: without a restart plants are created again. */
async function recovered(t: Test, clients: Clients): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await clients.create()) === 200) return
    await wait(100)
  }
  t.fail('the store does not recover')
}

async function ended(
  t: Test,
  server: Running,
  sent: Sent[],
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  server.child.kill(signal)
  const { code, stdout, stderr } = await server.exit
  t.equal(code, signal === 'SIGTERM' ? 0 : null, 'it ends in order', { stderr })
  const lines = linesOf(stdout)
  const isRefusing = sent.some(({ status }) => status === 503)
  const naming = lines.filter(({ err }) => JSON.stringify(err)?.includes('data/plants.db'))
  t.equal(naming.length > 0, isRefusing, 'the log names the file')
  t.ok(lines.length <= MOST_LINES, `${lines.length} lines`, { lines })
}

function checkAnswers(
  t: Test,
  sent: readonly Sent[],
  kept: string | undefined,
  doneAt: number,
  { file }: Place,
): void {
  t.same(
    sent.flatMap(({ status, wrong }) => wrong ?? (status === 409 ? status : [])),
    [],
    'every answer is 200 or the Error of 503',
  )
  const answered = sent.filter(({ status, at }) => status === 200 && (kept || at > doneAt))
  const plants = plantsIn(kept ?? file)
  const lost = answered.filter(({ id, name }) => plants.get(id) !== name)
  t.same(
    lost.map(({ id }) => id),
    [],
    'nothing is lost',
  )
  const refused = sent.filter(({ status }) => status === 503).length
  t.comment(`${sent.length} creates, ${answered.length} to be found, ${refused} refused`)
}

/** The check of a new start after the damage. */
async function checkStart(
  t: Test,
  { kept, starts }: Aftermath,
  { root, file }: { root: string; file: string },
) {
  if (starts === true) {
    // A log that belongs to no file that is there.
    if (kept === undefined)
      for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    const server = await launch(t, env, root)
    const plant = { id: 2 ** 40, name: 'fern' }
    t.same(await create({ base: server.base, token }, plant), [200, { name: 'fern' }])
    server.child.kill('SIGKILL')
    await server.exit
  }
  if (starts === false)
    t.match(await fail(t, env, root), { code: 1, stderr: /^plant-store: STORE_/ })
}
