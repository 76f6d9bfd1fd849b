/** A store whose file others remove, replace or truncate. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import t, { type Test } from 'tap'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import type { SqliteOptions } from '../../../src/store/sqlite.js'
import type { PlantStore } from '../../../src/store/store.js'
import { fern, newFile, open, rawDatabase } from './helpers.js'
import { plainThreads } from './plain-threads.js'

/** A store with the plants 0 to 9 in it. */
async function stocked(t: Test, file = newFile(t), options: SqliteOptions = {}) {
  const store = open(t, file, options)
  for (let id = 0; id < 10; id++) await store.create(fern(id))
  return { file, store }
}

/** The id of a plant that is refused, and may be there all the same. */
const REFUSED = 99

/** The ids in a file, as whoever opens it next sees them. */
function idsIn(file: string): number[] {
  const database = new Database(file)
  try {
    const rows = database
      .prepare('select id from plants where id <> 99 order by id')
      .raw()
      .all() as [number][]
    return rows.map(([id]) => id)
  } finally {
    database.close()
  }
}

/** A copy of a file and its log: what is read again when nobody has closed it. */
function afterPowerCut(file: string): string {
  const copy = `${file}.copy`
  // Not in this process: closing the file would give up the locks of SQLite.
  for (const suffix of ['', '-wal']) execFileSync('cp', [`${file}${suffix}`, `${copy}${suffix}`])
  return copy
}

/** The result of SQLite's own check. */
function integrity(t: Test, file: string): unknown {
  return rawDatabase(t, file).pragma('integrity_check')
}

const ids = (count: number) => Array.from({ length: count }, (_, id) => id)

async function refuses(t: Test, store: PlantStore, file: string, why: RegExp | string) {
  const calls: (() => Promise<unknown>)[] = [() => store.create(fern(REFUSED)), () => store.get(1n)]
  for (const call of calls) {
    const error = { name: 'StoreError', code: 'UNAVAILABLE', message: why }
    await t.rejects(call(), error)
    await t.rejects(call(), { message: file })
  }
}

/** As another process does it: in this one, closing the file would give up the locks of SQLite. */
function cut(file: string, size: number): void {
  execFileSync(process.execPath, ['-e', `fs.truncateSync(${JSON.stringify(file)}, ${size})`])
}

const gone = /the file is gone; put it back, or restart/
const replaced = /another file is in its place; put the first one back, or restart/

t.test('a file that is removed, until it is put back', async (t) => {
  const { file, store } = await stocked(t)
  linkSync(file, `${file}.kept`)
  rmSync(file)
  await refuses(t, store, file, gone)
  t.notOk(existsSync(file), 'no other is made')
  renameSync(`${file}.kept`, file)
  await t.rejects(store.create(fern(10)), { message: /the file is back; it is opened again/ })
  t.equal(await store.create(fern(10)), 'created')
  t.same(idsIn(file), ids(11))
})

t.test('a read notices it too', async (t) => {
  const { file, store } = await stocked(t)
  await sleep(50)
  renameSync(file, `${file}.kept`)
  await t.rejects(store.get(1n), { code: 'UNAVAILABLE', message: gone })
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', message: gone })
  renameSync(`${file}.kept`, file)
  await t.rejects(store.get(1n), { message: /the file is back; it is opened again/ })
  t.same(await store.get(1n), fern(1))
})

t.test('a file that is moved has all plants, without its log', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  renameSync(file, `${file}.moved`)
  await refuses(t, store, file, gone)
  t.same(idsIn(`${file}.moved`), ids(10))
  t.equal(statSync(`${file}-wal`).size, 0)
})

t.test('so does one that is moved while the store is idle, after close', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  renameSync(file, `${file}.moved`)
  await store.close()
  t.same(idsIn(`${file}.moved`), ids(10))
})

t.test('a folder that is moved, until it is put back', async (t) => {
  plainThreads(t)
  const file = `${t.testdir()}/a/plants.db`
  const { store } = await stocked(t, file)
  const folder = dirname(file)
  renameSync(folder, `${folder}.moved`)
  await refuses(t, store, file, gone)
  t.notOk(existsSync(folder), 'no other is made')
  t.same(idsIn(`${folder}.moved/plants.db`), ids(10))
  renameSync(`${folder}.moved`, folder)
  await t.rejects(store.create(fern(10)))
  t.equal(await store.create(fern(10)), 'created')
  t.same(idsIn(file), ids(11))
})

t.test('a file that is replaced: the other stays as it is until a restart', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  const other = await stocked(t, `${file}.other`)
  await other.store.close()
  const bytes = readFileSync(other.file)
  renameSync(other.file, file)
  await refuses(t, store, file, replaced)
  await store.close()
  t.same(readFileSync(file), bytes)
  t.equal(await open(t, file).create(fern(10)), 'created')
})

const inItsPlace: [what: string, put: (file: string) => void][] = [
  ['a folder', (file) => mkdirSync(file)],
  ['a new file', (file) => writeFileSync(file, '')],
  ['a pipe', (file) => execFileSync('mkfifo', [file])],
  ['a link to itself', (file) => symlinkSync(file, file)],
  ['a link to where it was moved to', (file) => symlinkSync(`${file}.moved`, file)],
]
for (const [what, put] of inItsPlace) {
  t.test(`in its place is ${what}`, async (t) => {
    const { file, store } = await stocked(t)
    renameSync(file, `${file}.moved`)
    put(file)
    await refuses(t, store, file, replaced)
    t.same(idsIn(`${file}.moved`), ids(10))
    rmSync(file, { recursive: true })
    renameSync(`${file}.moved`, file)
    await t.rejects(store.create(fern(10)))
    t.equal(await store.create(fern(10)), 'created')
  })
}

t.test('a link that leads elsewhere', async (t) => {
  const file = newFile(t)
  symlinkSync(`${file}.real`, file)
  const { store } = await stocked(t, file)
  rmSync(file)
  await refuses(t, store, file, gone)
  writeFileSync(`${file}.other`, '')
  symlinkSync(`${file}.other`, file)
  await refuses(t, store, file, replaced)
  rmSync(file)
  symlinkSync(file, file)
  await refuses(t, store, file, gone)
  rmSync(file)
  symlinkSync(`${file}.real`, file)
  await t.rejects(store.create(fern(10)))
  t.equal(await store.create(fern(10)), 'created')
  t.same(idsIn(file), ids(11))
})

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
