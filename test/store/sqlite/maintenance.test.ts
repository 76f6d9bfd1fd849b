import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'libsql'
import t from 'tap'
import {
  emptyLog,
  isWhole,
  moveLog,
  untilUnlocked,
  whileLocked,
  writeNothing,
} from '../../../src/store/sqlite/maintenance.js'
import { fern, lock, newFile, open, rawDatabase } from './helpers.js'

/** A database that cannot be read any more. */
const broken = {
  inTransaction: false,
  exec() {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHORT_READ' })
  },
} as unknown as Database.Database

const busy = () => Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })

t.test('a locked operation is repeated', async (t) => {
  let tries = 0
  untilUnlocked(60_000, () => {
    tries += 1
    if (tries < 3) throw busy()
  })
  t.equal(tries, 3)
})

t.test('but not for ever, and no other error is', async (t) => {
  let tries = 0
  const count = (error: Error) => () => {
    tries += 1
    throw error
  }
  let time = 0
  t.intercept(performance, 'now', { value: () => time++ })
  t.throws(() => untilUnlocked(20, count(busy())), { code: 'SQLITE_BUSY' })
  t.equal(tries, 20)
  tries = 0
  t.throws(() => untilUnlocked(60_000, count(new Error('full'))), { message: 'full' })
  t.equal(tries, 1)
})

t.test('while others write the log is left alone', async (t) => {
  const file = newFile(t)
  const [mine, other] = [rawDatabase(t, file), rawDatabase(t, file)]
  other.exec('create table some (id); begin immediate')
  whileLocked(mine, () => t.fail('it is locked'))
  t.throws(() => writeNothing(mine), { code: 'SQLITE_BUSY' })
  other.exec('rollback')
  t.equal(writeNothing(mine), true)
  let count = 0
  const work = () => {
    count += 1
  }
  whileLocked(mine, work)
  t.equal(count, 1)
  other.exec('begin immediate; rollback')
  t.equal(writeNothing(broken), false)
  whileLocked(broken, work)
  t.equal(count, 2, 'when nobody can write')
})

t.test('a log is moved while nobody writes', async (t) => {
  const file = newFile(t)
  const [first, second, other] = [0, 0, 0].map(() => rawDatabase(t, file)) as Connections
  first.exec('pragma journal_mode = wal; create table some (id)')
  second.exec('pragma wal_autocheckpoint = 0')
  const timeout = () => first.prepare('pragma busy_timeout').raw().get()
  const before = timeout()
  other.exec('begin immediate; insert into some values (1)')
  t.equal(moveLog(first, second), false, 'others write')
  other.exec('commit')
  t.same([first.inTransaction, timeout()], [false, before])
  let isLocked = false
  const watching = {
    prepare: (sql: string) => ({
      raw: () => ({
        get: () => {
          isLocked = first.inTransaction
          return second.prepare(sql).raw().get()
        },
      }),
    }),
  } as unknown as Database.Database
  t.equal(moveLog(first, watching), true)
  t.equal(isLocked, true)
  t.same([first.inTransaction, timeout()], [false, before])
})

type Connections = [Database.Database, Database.Database, Database.Database]

t.test('a log that cannot be moved stays', async (t) => {
  const file = newFile(t)
  const [database, second, reader] = [0, 0, 0].map(() => rawDatabase(t, file)) as Connections
  database.exec('pragma journal_mode = wal; create table some (id)')
  reader.exec('begin')
  reader.prepare('select count(*) from some').get()
  database.exec('insert into some values (1)')
  t.equal(moveLog(database, second), false, 'others read it')
  t.equal(emptyLog(database), false)
  reader.exec('commit')
  t.equal(moveLog(database, second), true)
  t.equal(emptyLog(database), true)
  t.equal(isWhole(database), true)
  t.equal(moveLog(broken, second), false, 'it fails')
  t.equal(moveLog(database, broken), false)
  t.equal(database.inTransaction, false)
  t.equal(emptyLog(broken), false)
  t.equal(isWhole(broken), false, 'nobody can tell')
})

t.test('missing pages are noticed even if they are cached', async (t) => {
  const file = newFile(t)
  const database = rawDatabase(t, file)
  database.exec('pragma journal_mode = wal; create table some (text)')
  const insert = database.prepare('insert into some values (?)')
  for (let row = 0; row < 50; row++) insert.run('x'.repeat(4_000))
  t.equal(emptyLog(database), true)
  database.prepare('select sum(length(text)) from some').get()
  t.equal(isWhole(database), true)
  database.prepare('select sum(length(text)) from some').get()
  // In this process, closing the file would give up the locks of SQLite.
  const size = 10 * 4096
  execFileSync(process.execPath, ['-e', `fs.truncateSync(${JSON.stringify(file)}, ${size})`])
  t.equal(isWhole(database), false)
})

t.test('the log is moved into the file when it has grown', async (t) => {
  const file = newFile(t)
  const store = open(t, file, { busyTimeout: 60_000 })
  const large = { name: 'x'.repeat(1_000_000) }
  for (let id = 0n; id < 4n; id++) await store.create({ ...large, id })
  t.ok(statSync(file).size < 100_000)
  await store.create({ ...large, id: 4n })
  const moved = 4_500_000
  t.ok(statSync(file).size > moved)
  await store.create(fern(5))
  t.ok(statSync(`${file}-wal`).size > moved, 'it is begun anew, and as long as it was')
  const release = lock(t, file)
  const created = store.create(fern(6))
  t.equal(await Promise.race([created, sleep(100, 'waits')]), 'waits', 'for a lock, as before')
  release()
  t.equal(await created, 'created')
})
