/** A store whose file others remove or replace. */

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
import t from 'tap'
import { fern, newFile, open } from './helpers.js'
import { plainThreads } from './plain-threads.js'
import { gone, ids, idsIn, refuses, replaced, stocked } from './troubled.js'

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
