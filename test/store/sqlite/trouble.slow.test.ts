/** A store whose file or log others remove or truncate, in tens of ways. */

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import { fern, newFile, open, rawDatabase } from './helpers.js'
import { plainThreads } from './plain-threads.js'
import { afterPowerCut, cut, ids, idsIn, integrity, REFUSED, refuses, stocked } from './troubled.js'

const removals: [suffixes: string[], put?: string][] = [
  [['-wal']],
  [['-shm']],
  [['-wal', '-shm']],
  [['-wal'], 'something else'],
]
for (const [suffixes, put] of removals) {
  const what = suffixes.join(' and ')
  t.test(`${what} is removed${put ? ' and replaced' : ''}: nothing is lost`, async (t) => {
    plainThreads(t)
    const { file, store } = await stocked(t)
    for (const suffix of suffixes) rmSync(`${file}${suffix}`)
    if (put) writeFileSync(`${file}-wal`, put)
    await t.rejects(store.create(fern(10)), {
      code: 'UNAVAILABLE',
      message: /-(wal|shm) is gone or replaced; the store is opened again/,
    })
    t.equal(await store.create(fern(11)), 'created')
    t.same(
      idsIn(afterPowerCut(file)).filter((id) => id !== 10),
      [...ids(10), 11],
    )
  })
}

t.test('the log is removed while another has the file open', async (t) => {
  const { file, store } = await stocked(t)
  const other = rawDatabase(t, file)
  other.exec('begin')
  other.prepare('select count(*) from plants').get()
  await store.create(fern(10))
  rmSync(`${file}-wal`)
  await t.rejects(store.create(fern(REFUSED)), { message: /-wal is gone or replaced/ })
  other.exec('commit')
  await t.rejects(store.create(fern(REFUSED)), { message: /-wal is gone or replaced/ })
  t.equal(await store.create(fern(11)), 'created')
  t.same(idsIn(file), ids(12))
})

/** A frame of the log: its head, and a page. */
const frame = 24 + 4096
for (const size of [0, 20, 32, 32 + 3 * frame, 32 + 3 * frame + 100]) {
  t.test(`a log that is cut off at ${size}`, async (t) => {
    plainThreads(t)
    const { file, store } = await stocked(t)
    cut(`${file}-wal`, size)
    const why = /-wal was cut off or changed; restart to use what is left of it$/
    await t.rejects(store.create(fern(10)), { code: 'UNAVAILABLE', message: why })
    await refuses(t, store, file, why)
    await store.close()
    const left = idsIn(file)
    t.same(left, ids(left.length))
    t.ok(left.length < 10)
    t.same(integrity(t, file), [{ integrity_check: 'ok' }])
    t.equal(await open(t, file).create(fern(10)), 'created')
  })
}

t.test('a log that is cut off, and removed', async (t) => {
  const { file, store } = await stocked(t)
  cut(`${file}-wal`, 32 + frame)
  rmSync(`${file}-wal`)
  await t.rejects(store.create(fern(10)), { message: /-wal is gone or replaced/ })
  await refuses(t, store, file, /-wal was cut off or changed; restart/)
})

t.test('a log that another process has emptied, and that is removed', async (t) => {
  const { file, store } = await stocked(t, newFile(t), { busyTimeout: 50 })
  const other = rawDatabase(t, file)
  other.pragma('wal_checkpoint(truncate)')
  rmSync(`${file}-wal`)
  other.exec('begin immediate')
  await t.rejects(store.create(fern(REFUSED)), { message: /-wal is gone or replaced|locked/ })
  await t.rejects(store.get(1n), { message: /-wal is gone or replaced/ })
  other.exec('rollback')
  await t.rejects(store.get(1n), { message: /-wal is gone or replaced/ })
  t.equal(await store.create(fern(10)), 'created')
  t.same(idsIn(file), ids(11))
})

t.test('a plant that was cut off does not count as stored', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  t.equal(await store.create(fern(9)), 'unchanged')
  cut(`${file}-wal`, 32 + frame)
  await t.rejects(store.create(fern(9)), { message: /-wal was cut off or changed/ })
})

t.test('a log that another process has emptied, for it is in the file', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  const other = rawDatabase(t, file)
  const empty = () => t.match(other.pragma('wal_checkpoint(truncate)'), [{ busy: 0, log: 0 }])
  empty()
  t.equal(await store.create(fern(9)), 'unchanged')
  empty()
  t.equal(await store.create(fern(10)), 'created')
  empty()
  t.match(await store.get(10n), fern(10))
  await store.close()
  t.same(idsIn(file), ids(11))
})

for (const size of [0, 50, 100, 5000, 30 * 4096]) {
  t.test(`a file that is cut off at ${size}`, async (t) => {
    const file = newFile(t)
    const store = open(t, file)
    const name = 'x'.repeat(10_000)
    for (let id = 0n; id < 20n; id++) await store.create({ id, name })
    rawDatabase(t, file).pragma('wal_checkpoint(truncate)')
    t.equal(await store.create(fern(20)), 'created')
    cut(file, size)
    const why = /the file was cut off; stop what uses it, then restore a backup$/
    await t.rejects(store.create(fern(21)), { code: 'UNAVAILABLE', message: why })
    await refuses(t, store, file, why)
  })
}

t.test('a file that another process has made smaller', async (t) => {
  const file = newFile(t)
  const store = open(t, file)
  const name = 'x'.repeat(10_000)
  for (let id = 0n; id < 20n; id++) await store.create({ id, name })
  const other = rawDatabase(t, file)
  other.pragma('wal_checkpoint(truncate)')
  await store.create(fern(20))
  const { size } = statSync(file)
  other.exec('delete from plants where id < 10; vacuum')
  other.pragma('wal_checkpoint(truncate)')
  t.ok(statSync(file).size < size)
  t.equal(await store.create(fern(21)), 'created')
})

t.test('a file that goes while a plant is on its way into it', async (t) => {
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${newFile(t)}.${suffix}`
    const database = new PlantDatabase({ path: file, busyTimeout: 0 })
    const add = (id: number) =>
      database.transaction((writer) => {
        writer.run("insert into plants (id, name) values (?, 'Fern')", BigInt(id))
        if (id === 2) renameSync(`${file}${suffix}`, `${file}${suffix}.moved`)
      })
    add(1)
    t.throws(() => add(2), { name: 'FileError', trouble: suffix === '' ? 'moved' : 'log' })
    database.settle()
    database.close()
  }
})

t.test('a log that is cut off while a plant is on its way into it', async (t) => {
  const file = newFile(t)
  const database = new PlantDatabase({ path: file, busyTimeout: 0 })
  const add = (id: number) =>
    database.transaction((writer) => {
      writer.run("insert into plants (id, name) values (?, 'Fern')", BigInt(id))
      if (id === 3) cut(`${file}-wal`, 32 + 2 * frame)
    })
  for (const id of [0, 1, 2]) add(id)
  t.throws(() => add(3), { name: 'FileError', trouble: 'cut' })
  database.settle()
  database.close()
  const copy = afterPowerCut(file)
  t.same(integrity(t, copy), [{ integrity_check: 'ok' }])
  t.same(idsIn(copy), [0, 1])
})
