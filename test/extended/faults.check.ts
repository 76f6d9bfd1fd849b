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
import { launch } from '../server/process.js'
import { Callers } from './load/callers.js'
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
  const callers = new Callers()
  const store = callers.server(server.base)
  callers.begin(CLIENTS, async (plant) => {
    if ((await callers.recorder.create(store, plant)) === undefined) await wait(10)
  })

  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, call, error] of FAULTS) {
      callers.answers.length = 0
      await callers.until(200, 50)
      writeFileSync(fault, `${call} ${error}`)
      await callers.until(503, 50)
      await wait(300)
      rmSync(fault)
      await callers.until(200, 50)
      t.same(callers.wrong, [], `${what}: each answer is 200, 409 or 503`)
      t.comment(`${what}: ${callers.count(200)} created, ${callers.count(503)} refused`)
    }
  }
  server.child.kill('SIGKILL')
  await Promise.all([callers.end(), server.exit])
  const kept = sqlite(path.join(folder, 'plants.db'))
  t.teardown(() => kept.close())
  await callers.judge(t, kept)
})
