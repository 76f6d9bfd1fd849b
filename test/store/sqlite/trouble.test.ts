/** A store whose file others remove or replace. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import t from 'tap'
import { fern, newFile, open } from './helpers.js'
import { plainThreads } from './plain-threads.js'
import { gone, ids, idsIn, moveWithLog, refuses, replaced, stocked } from './troubled.js'

t.test('a file that is removed, until it is put back', async (t) => {
  const { file, store } = await stocked(t)
  linkSync(file, `${file}.kept`)
  rmSync(file)
  await refuses(t, store, file, gone)
  t.notOk(existsSync(file), 'no other is made')
  renameSync(`${file}.kept`, file)
  t.equal(await store.create(fern(10)), 'created')
  t.same(await store.get(10n), fern(10))
  await store.close()
  t.same(idsIn(file), ids(11))
})

t.test('a file that is moved has all plants, with its log', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  renameSync(file, `${file}.moved`)
  await refuses(t, store, file, gone)
  await store.close()
  t.ok(existsSync(`${file}-wal`), 'it is left')
  const why = /it is missing or empty, but its log .*-wal is not; put the file back, or remove/
  await t.rejects(open(t, file).ready(), { code: 'UNAVAILABLE', message: why })
  renameSync(`${file}.moved`, file)
  moveWithLog(file, `${file}.moved`)
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
  renameSync(`${folder}.moved`, folder)
  t.equal(await store.create(fern(10)), 'created')
  await store.close()
  t.same(idsIn(file), ids(11))
})

t.test(
  'a file that is replaced: the other is left alone, and so it is used by a start without the log',
  async (t) => {
    plainThreads(t)
    const { file, store } = await stocked(t)
    const other = await stocked(t, `${file}.other`)
    await other.store.close()
    const bytes = readFileSync(other.file)
    renameSync(other.file, file)
    await refuses(t, store, file, replaced)
    await store.close()
    t.same(readFileSync(file), bytes)
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`)
    t.equal(await open(t, file).create(fern(10)), 'created')
  },
)

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
    rmSync(file, { recursive: true })
    renameSync(`${file}.moved`, file)
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
  t.equal(await store.create(fern(10)), 'created')
  await store.close()
  t.same(idsIn(file), ids(11))
})

for (const suffix of ['-wal', '-shm']) {
  t.test(
    `${suffix} is removed or replaced: nothing is lost when the store is closed`,
    async (t) => {
      const { file, store } = await stocked(t)
      const why = new RegExp(
        `${suffix} is gone or replaced; stop all that use the file, then start`,
      )
      rmSync(`${file}${suffix}`)
      await refuses(t, store, file, why)
      writeFileSync(`${file}${suffix}`, '')
      await refuses(t, store, file, why)
      await store.close()
      t.same(idsIn(file), ids(10))
      t.equal(await open(t, file).create(fern(10)), 'created')
    },
  )
}
