import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import t from 'tap'
import { backUp } from '../../../src/store/sqlite/backup.js'
import { problemsOf } from '../../store-contract/history.js'
import { Recorder } from '../../store-contract/recorder.js'
import { fern, fresh, open } from './helpers.js'

t.test('a copy has what was stored before, while others write', async (t) => {
  const { file, store } = fresh(t)
  const recorder = new Recorder()
  let [id, isOver] = [0n, false]
  const work = async () => {
    while (!isOver) await recorder.create(store, { id: id++, name: 'a\0b', tag: '' })
  }
  const workers = Array.from({ length: 20 }, work)
  while (id < 300n) await new Promise(setImmediate)
  const before = recorder.history.creates.filter(({ outcome }) => outcome === 'created')
  const to = path.join(path.dirname(file), 'copy.db')
  const count = backUp(file, to)
  isOver = true
  await Promise.all(workers)
  t.ok(count >= BigInt(before.length), `${count} plants, ${before.length} were stored before`)
  const copy = open(t, to)
  for (const { plant } of before) {
    if ((await copy.get(plant.id))?.name !== 'a\0b') t.fail(`plant ${plant.id} is not in the copy`)
  }
  t.equal(await copy.create({ id, name: 'new' }), 'created', 'it is a store')
  t.same(problemsOf(recorder.history), [])
})

t.test('files that are not as they must be', async (t) => {
  const folder = t.testdir({ text: 'text', empty: '' })
  const name = (file: string) => path.join(folder, file)
  const store = open(t, name('plants.db'))
  await store.create(fern(1))
  const other = new Database(name('other.db'))
  other.exec('create table others (id)')
  other.close()
  for (const [from, to, message] of [
    ['none.db', 'copy.db', /^ENOENT: no such file or directory, stat /],
    ['empty', 'copy.db', / is empty$/],
    ['text', 'copy.db', /not a database/],
    ['other.db', 'copy.db', /^it is a database of another application$/],
    ['plants.db', 'text', / is there already; give another name$/],
    ['plants.db', 'none/copy.db', /unable to open|ENOENT/],
  ] as const) {
    t.throws(() => backUp(name(from), name(to)), { message }, from)
  }
  const left = readdirSync(folder).filter((file) => /copy|part/.test(file))
  t.same(left, [])
})
