/**
 * A disk that is full, can only be read or breaks, under the running server: what it answers meanwhile is 503, it
 * recovers without a restart, and nothing that it has answered with 200 is lost.
 */

import { rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { sqlite } from '../../src/store/sqlite.js'
import { token } from '../server/helpers.js'
import { type Answer, overHttp } from '../server/over-http.js'
import { launch } from '../server/process.js'
import { Recorder } from '../store-contract/recorder.js'
import { Callers, judge } from './load/callers.js'
import { syncsLibrary } from './syncs-library.js'

const { ENOSPC, EROFS, EIO } = constants.errno

const FAULTS: [what: string, call: 'write' | 'sync', error: number][] = [
  ['the disk is full', 'write', ENOSPC],
  ['the disk can only be read', 'write', EROFS],
  ['the disk cannot be written', 'write', EIO],
  ['the disk loses what was written', 'sync', EIO],
]

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const CLIENTS = 16

t.test('a disk that fails for a while', async (t) => {
  const library = await syncsLibrary(t, 'faults')
  if (library === undefined) return
  const folder = path.dirname(library)
  const fault = path.join(folder, 'fault')
  const env = { LD_PRELOAD: library, FAULT: fault, BEARER_TOKENS: token, LOG_LEVEL: 'fatal' }
  const server = await launch(t, { ...env, STORE_URL: 'sqlite:plants.db' }, folder)
  const recorder = new Recorder()
  let answers: Answer[] = []
  const callers = new Callers()
  const store = overHttp(server.base, (answer) => answers.push(answer))
  callers.begin(CLIENTS, async (plant) => {
    if ((await recorder.create(store, plant)) === undefined) await wait(10)
  })
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  const until = async (status: number, number: number) => {
    for (const end = count(status) + number; count(status) < end; ) await wait(5)
  }

  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, call, error] of FAULTS) {
      answers = []
      await until(200, 50)
      writeFileSync(fault, `${call} ${error}`)
      await until(503, 50)
      await wait(300)
      rmSync(fault)
      await until(200, 50)
      const wrong = answers.flatMap((answer) => answer.wrong ?? [])
      t.same(wrong, [], `${what}: each answer is 200, 409 or 503`)
      t.comment(`${what}: ${count(200)} created, ${count(503)} refused`)
    }
  }
  server.child.kill('SIGKILL')
  await Promise.all([callers.end(), server.exit])
  const kept = sqlite(path.join(folder, 'plants.db'))
  t.teardown(() => kept.close())
  await judge(t, recorder, kept)
})
