/** A store whose file others remove or replace. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { rowsOf } from '../../helpers/rows.js'
import { fern, open } from './helpers.js'
import { plainThreads } from './plain-threads.js'
import { gone, ids, idsIn, moveWithLog, refuses, replaced, shell, stocked } from './troubled.js'

/** What is done to the file of a store, what is told of it, and what puts it back, after which the store goes on. */
const TROUBLES = `
  a file that is removed | ln a/plants.db kept; rm a/plants.db | gone | test ! -e a/plants.db; mv kept a/plants.db
  a folder that is moved | mv a b | gone | test ! -e a; mv b a
  a folder in its place | mv a/plants.db b; mkdir a/plants.db | replaced | rmdir a/plants.db; mv b a/plants.db
  a new file in its place | mv a/plants.db b; touch a/plants.db | replaced | mv b a/plants.db
  a pipe in its place | mv a/plants.db b; mkfifo a/plants.db | replaced | mv b a/plants.db
  a link to itself in its place | mv a/plants.db b; ln -s plants.db a/plants.db | replaced | mv b a/plants.db
  a link to where it was moved to | mv a/plants.db b; ln -s ../b a/plants.db | replaced | mv b a/plants.db
`

for (const [what = '', done = '', told, undone = ''] of rowsOf(TROUBLES)) {
  t.test(`${what}, until it is put back`, async (t) => {
    plainThreads(t)
    const folder = t.testdir()
    const { file, store } = await stocked(t, `${folder}/a/plants.db`)
    shell(folder, done)
    await refuses(t, store, file, told === 'gone' ? gone : replaced)
    shell(folder, undone)
    t.equal(await store.create(fern(10)), 'created')
    t.same(await store.get(10n), fern(10))
    await store.close()
    t.same(idsIn(file), ids(11))
  })
}

t.test('a link that leads elsewhere, until it leads to the file again', async (t) => {
  const folder = t.testdir()
  shell(folder, 'ln -s real plants.db')
  const { file, store } = await stocked(t, `${folder}/plants.db`)
  for (const [done, why] of [
    ['rm plants.db', gone],
    ['touch other; ln -s other plants.db', replaced],
    ['ln -sf plants.db plants.db', gone],
  ] as const) {
    shell(folder, done)
    await refuses(t, store, file, why)
  }
  shell(folder, 'ln -sf real plants.db')
  t.equal(await store.create(fern(10)), 'created')
  await store.close()
  t.same(idsIn(file), ids(11))
})

t.test('a file that is moved has all plants, with its log', async (t) => {
  plainThreads(t)
  const { file, store } = await stocked(t)
  renameSync(file, `${file}.moved`)
  await refuses(t, store, file, gone)
  await store.close()
  const why = /it is missing or empty, but its log .*-wal is not; put the file back, or remove/
  await t.rejects(open(t, file).ready(), { code: 'UNAVAILABLE', message: why })
  renameSync(`${file}.moved`, file)
  moveWithLog(file, `${file}.moved`)
  t.same(idsIn(`${file}.moved`), ids(10))
})

t.test('a file that is replaced: the other is left alone, and used by a later start', async (t) => {
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
})

for (const suffix of ['-wal', '-shm']) {
  t.test(`${suffix} is removed or replaced: nothing is lost at the close`, async (t) => {
    const { file, store } = await stocked(t)
    const why = new RegExp(`${suffix} is gone or replaced; stop all that use the file, then start`)
    rmSync(`${file}${suffix}`)
    await refuses(t, store, file, why)
    writeFileSync(`${file}${suffix}`, '')
    await refuses(t, store, file, why)
    await store.close()
    t.same(idsIn(file), ids(10))
    t.equal(await open(t, file).create(fern(10)), 'created')
  })
}
