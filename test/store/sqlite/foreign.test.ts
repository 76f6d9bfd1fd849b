/** Any other file is refused, and it and the files beside it are unchanged. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import { rowsOf } from '../../helpers/rows.js'
import { fresh, newFile, open, rawDatabase } from './helpers.js'
import { plainThreads } from './plain-threads.js'
import { shell } from './troubled.js'

/** Everything about a folder that others could see a change by, but when it was last read. */
function stateOf(folder: string): Record<string, unknown> {
  const entries = readdirSync(folder).map((name) => {
    const file = join(folder, name)
    const stats = statSync(file, { bigint: true })
    const { ino, mode, size, mtimeNs, ctimeNs } = stats
    const hash = stats.isFile() && createHash('sha256').update(readFileSync(file)).digest('hex')
    return [name, { ino, mode, size, mtimeNs, ctimeNs, hash }]
  })
  return Object.fromEntries(entries)
}

/** Runs statements as an application that is killed, with what it leaves beside its file. */
function killed(file: string, ...statements: string[]): void {
  const library = import.meta.resolve('libsql')
  const script = `
    const { default: Database } = await import(${JSON.stringify(library)})
    const database = new Database(process.argv[1])
    for (const sql of process.argv.slice(2)) database.exec(sql)
    process.kill(process.pid, 'SIGKILL')`
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script, file, ...statements])
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error
  }
}

/** Spills into the file before it is committed, so that the journal is needed. */
const HALF_DONE = `create table other (id integer primary key, text);
  insert into other values (1, 'first'); pragma cache_size = 1; pragma cache_spill = 1; begin;
  with recursive n (id) as (select 2 union all select id + 1 from n where id < 500)
  insert into other select id, hex(randomblob(500)) from n`.replaceAll('\n', ' ')
const OTHER = 'it is a database of another application; name another file'
const EMPTY =
  'it is missing or empty, but its log FILE-wal is not; put the file back, or remove the log to begin an empty store'

/** What is there, why it is refused, how it was made (in SQL, which is killed then, or by a shell), and what is beside it. */
const NOT_OURS = `
  a database | ${OTHER} | sql create table plants (id integer primary key)
  an empty database with a mark | ${OTHER} | sql pragma application_id = 1
  a database with a log | ${OTHER} | sql pragma journal_mode = wal; create table other (id) | -shm -wal
  a database with a journal | ${OTHER} | sql ${HALF_DONE} | -journal
  an empty database with a journal | ${OTHER} | sql create table other (id); drop table other; sh printf x > plants.db-journal | -journal
  a plant store of another version, with a log | it has schema version 2, this release reads version 1; name another file, or use a newer release | sql pragma application_id = ${0x506c6e74}; pragma user_version = 2; pragma journal_mode = wal; create table plants (id) | -shm -wal
  no database | file is not a database | sh seq 1 9999 > plants.db
  a short text | file is not a database | sh printf 'Dear diary' > plants.db
  a folder | it is not a file; name one | sh mkdir plants.db
  a pipe | it is not a file; name one | sh mkfifo plants.db
  a link to another database | ${OTHER} | sh ln -s plants.db.real plants.db; sql pragma journal_mode = wal; create table other (id) | .real .real-shm .real-wal
  an empty file beside a log | ${EMPTY} | sh : > plants.db; printf x > plants.db-wal | -wal
`

/** Makes a file by statements of SQL, commands of a shell, or both in this order. */
function make(file: string, how: string): void {
  for (const each of how.split(/; (?=sh |sql )/)) {
    const [, by, text = ''] = /^(sh|sql) (.*)$/.exec(each) ?? []
    if (by === 'sh') shell(dirname(file), text)
    else killed(file, ...text.split('; '))
  }
}

plainThreads(t)

async function refused(t: Test, file: string, why: string): Promise<void> {
  const before = stateOf(dirname(file))
  const store = open(t, file)
  const message = `cannot open the plant store ${file}: ${why.replace('FILE', file)}`
  const error = { name: 'StoreError', code: 'UNAVAILABLE', message, cause: Error }
  await t.rejects(store.ready(), error)
  await t.rejects(store.create({ id: 1n, name: 'Fern' }), error)
  await t.rejects(store.get(1n), error)
  await store.close()
  t.same(stateOf(dirname(file)), before, 'everything is as it was')
}

for (const [what = '', why = '', how = '', leaves = ''] of rowsOf(NOT_OURS)) {
  t.test(`${what} is refused`, async (t) => {
    const file = newFile(t)
    make(file, how)
    const left = leaves.split(' ').filter(Boolean)
    const names = ['', ...left].map((suffix) => `${basename(file)}${suffix}`)
    t.same(readdirSync(dirname(file)).sort(), names)
    t.throws(() => new PlantDatabase({ path: file, busyTimeout: 0 }), {
      message: why.replace('FILE', file),
    })
    await refused(t, file, why)
  })
}

t.test('the log of a missing file is kept', async (t) => {
  const file = newFile(t)
  writeFileSync(`${file}-wal`, 'a log')
  await refused(t, file, EMPTY)
})

t.test('a store that was killed during its creation is ours', async (t) => {
  const file = newFile(t)
  writeFileSync(file, '')
  writeFileSync(`${file}-journal`, '\0'.repeat(512))
  t.equal(await open(t, file).create({ id: 1n, name: 'Fern' }), 'created')
})

t.test('a database that has nothing in it is ours', async (t) => {
  const file = newFile(t)
  make(file, 'sql create table other (id); drop table other')
  t.ok(statSync(file).size > 0)
  t.equal(await open(t, file).create({ id: 1n, name: 'Fern' }), 'created')
})

t.test('a store that was killed while its log was moved into the file is ours', async (t) => {
  const { file, store } = fresh(t)
  const name = 'x'.repeat(10_000)
  for (let id = 0n; id < 20n; id++) await store.create({ id, name })
  rawDatabase(t, file).pragma('wal_checkpoint(passive)')
  shell(dirname(file), 'cp plants.db plants.db.copy; cp plants.db-wal plants.db.copy-wal')
  truncateSync(`${file}.copy`, 3 * 4096)
  const copy = open(t, `${file}.copy`)
  for (let id = 0n; id < 20n; id++) t.same(await copy.get(id), { id, name })
})
