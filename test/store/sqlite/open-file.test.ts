import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { fern, newFile, open, rawDatabase } from './helpers.js'
import { plainThreads } from './plain-threads.js'

t.test('the folder of the file is made', async (t) => {
  const file = `${t.testdir()}/a/b/c/plants.db`
  const store = open(t, file)
  t.throws(() => statSync(dirname(file)), 'not before the first call')
  await store.ready()
  t.ok(statSync(file).isFile())
})

t.test('a name that looks like an address or a pattern is a file name', async (t) => {
  plainThreads(t)
  const folder = t.testdir()
  for (const name of ['file:x.db', 'http:x.db', 'libsql:x.db', 'a b?c=d#e%20.db', 'Blümchen.db']) {
    await open(t, `${folder}/${name}`).ready()
    t.ok(statSync(`${folder}/${name}`).isFile(), name)
  }
  t.chdir(folder)
  await open(t, 'file:y.db').ready()
  t.ok(statSync(`${folder}/file:y.db`).isFile(), 'relative')
})

t.test("another application's database is not locked, and keeps its own journal", async (t) => {
  plainThreads(t)
  const file = newFile(t)
  const other = rawDatabase(t, file)
  other.exec('create table other (id integer primary key)')
  await t.rejects(open(t, file).ready())
  other.exec('insert into other values (1)')
  t.match(other.pragma('journal_mode'), [{ journal_mode: 'delete' }])
})

t.test('a file that another application makes at the same moment is refused', async (t) => {
  const file = newFile(t)
  const other = rawDatabase(t, file)
  other.exec('begin immediate')
  const opened = open(t, file, { busyTimeout: 60_000 }).ready()
  opened.catch(() => {}) // asserted below
  await setTimeout(300) // the store has found a file without any content by now
  other.exec('create table other (id integer primary key); commit')
  await t.rejects(opened, {
    message: /: it is a database of another application; name another file$/,
  })
})

t.test('a file that others still read without a log is opened later', async (t) => {
  const file = newFile(t)
  await open(t, file).create(fern(1))
  const database = rawDatabase(t, file)
  t.match(database.pragma('journal_mode'), [{ journal_mode: 'wal' }])
  const copy = `${file}.copy`
  database.prepare('vacuum into ?').run(copy)
  const reader = rawDatabase(t, copy)
  reader.exec('begin')
  t.match(reader.prepare('select count(*) as count from plants').get(), { count: 1 })
  await t.rejects(open(t, copy, { busyTimeout: 50 }).ready(), { message: /database is locked$/ })
  const opened = open(t, copy, { busyTimeout: 60_000 }).ready()
  await setTimeout(300)
  reader.exec('commit')
  await opened
  t.ok(statSync(`${copy}-wal`).isFile())
})

t.test('a file where the folder should be is refused', async (t) => {
  const file = newFile(t)
  writeFileSync(file, '')
  const store = open(t, `${file}/plants.db`)
  await t.rejects(store.ready(), { code: 'UNAVAILABLE', cause: { code: /^(EEXIST|ENOTDIR)$/ } })
})

t.test('a file that cannot be made is refused', async (t) => {
  plainThreads(t)
  const file = newFile(t)
  mkdirSync(`${file}-wal`, { recursive: true }) // SQLite cannot keep its log there
  await t.rejects(open(t, file).ready(), {
    code: 'UNAVAILABLE',
    message: /^cannot open the plant store /,
  })
})

t.test('a store that could not be opened tries again with the next call', async (t) => {
  const file = newFile(t)
  writeFileSync(file, 'not yet a database'.repeat(100))
  const store = open(t, file)
  await t.rejects(store.create(fern(1)), { code: 'UNAVAILABLE' })
  rmSync(file)
  t.equal(await store.create(fern(1)), 'created')
})

t.test('a bundle without the file of the store’s thread is told what to do', async (t) => {
  const store = dirname(fileURLToPath(new URL('../../../src/store/sqlite.js', import.meta.url)))
  const bundle = t.testdir({ 'package.json': '{"type": "module"}' })
  cpSync(store, bundle, {
    recursive: true,
    filter: (file) => !/[/\\](cassandra|postgres|worker\.js)/.test(file),
  })
  const thread = `${bundle}/sqlite/database-thread.js`
  // What bundlers make of it.
  const text = readFileSync(thread, 'utf8').replaceAll('import.meta', '({})')
  writeFileSync(`${bundle}/sqlite/common.js`, text)
  for (const file of [thread, `${bundle}/sqlite/common.js`]) {
    const { DatabaseThread } = await import(`${pathToFileURL(file)}`)
    const running = new DatabaseThread({ path: `${bundle}/x.db`, busyTimeout: 0 }).run([])
    await t.rejects(running, {
      code: 'UNAVAILABLE',
      message:
        /^there is no .*worker\.js: a bundle has to leave plant-store out, as an external package$/,
    })
  }
})
