/** A store whose file others cut off, or take away while a plant is on its way into it. */

import { renameSync, statSync } from 'node:fs'
import t, { type Test } from 'tap'
import { batchRunner } from '../../../src/store/sqlite/batch-runner.js'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import { methods } from '../../../src/store/sqlite/methods.js'
import { fern, fresh, newFile, rawDatabase } from './helpers.js'
import { cut, refuses } from './troubled.js'

/** A store that has large plants in its file, not in its log, and another connection. */
async function large(t: Test) {
  const { file, store } = fresh(t)
  const name = 'x'.repeat(10_000)
  for (let id = 0n; id < 20n; id++) await store.create({ id, name })
  const other = rawDatabase(t, file)
  other.pragma('wal_checkpoint(truncate)')
  t.equal(await store.create(fern(20)), 'created')
  return { file, store, other }
}

for (const size of [0, 50, 100, 5000, 30 * 4096]) {
  t.test(`a file that is cut off at ${size}`, async (t) => {
    const { file, store } = await large(t)
    cut(file, size)
    const why = /the file was cut off; stop what uses it, then restore a backup$/
    await refuses(t, store, file, why)
  })
}

t.test('a file that another process has made smaller', async (t) => {
  const { file, store, other } = await large(t)
  const { size } = statSync(file)
  other.exec('delete from plants where id < 10; vacuum')
  other.pragma('wal_checkpoint(truncate)')
  t.ok(statSync(file).size < size)
  t.equal(await store.create(fern(21)), 'created')
})

for (const suffix of ['', '-wal', '-shm']) {
  t.test(`plants.db${suffix} goes while a plant is on its way into it`, async (t) => {
    const file = newFile(t)
    const database = new PlantDatabase({ path: file, busyTimeout: 0 })
    t.teardown(() => database.close())
    const move = () => {
      renameSync(`${file}${suffix}`, `${file}${suffix}.moved`)
      return undefined
    }
    const get = { ...methods.get, run: move } as typeof methods.get
    const batches = batchRunner(database, { ...methods, get })
    const create = { method: 'create', argument: fern(1) } as const
    const both = [create, { method: 'get', argument: 1n } as const]
    const failure = { code: 'FILE', reason: suffix === '' ? /gone/ : /gone or replaced/ }
    t.match(batches(both), [failure, failure], 'nothing of the batch is answered')
    t.match(batches([create]), [failure])
    renameSync(`${file}${suffix}.moved`, `${file}${suffix}`)
    t.match(batches([create]), [{ value: 'unchanged' }], 'it is stored all the same')
  })
}
