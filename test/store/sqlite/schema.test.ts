import t from 'tap'
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.js'
import { migrate } from '../../../src/store/sqlite/schema.js'
import { fern, fresh, newFile, open, rawDatabase } from './helpers.js'

/** The second statement could not run twice. */
const LATER = [
  ...MIGRATIONS,
  'alter table plants add column height integer',
  "update plants set height = 7 where name = 'Fern'",
]

t.test('an earlier file is changed once, while an older server uses it', async (t) => {
  const { file, store } = fresh(t)
  await store.create(fern(1))
  for (const database of [rawDatabase(t, file), rawDatabase(t, file)]) migrate(database, LATER)
  const database = rawDatabase(t, file)
  const height = (id: number) =>
    database.prepare(`select height from plants where id = ${id}`).get()
  t.match(height(1), { height: 7 })
  t.equal(await store.create({ id: 2n, name: 'Moss' }), 'created')
  t.match(height(2), { height: null })
  t.match(database.pragma('user_version'), [{ user_version: 3 }])

  const message =
    /: it has schema version 3, this release reads version 1; name another file, or use a newer release$/
  await t.rejects(open(t, file).ready(), { code: 'UNAVAILABLE', message })
})

t.test('a migration that fails changes nothing', async (t) => {
  const file = newFile(t)
  const failing = [...MIGRATIONS, 'alter table plants add column id integer']
  const database = rawDatabase(t, file)
  t.throws(() => migrate(database, failing), /duplicate column name: id/)
  database.close()
  t.equal(await open(t, file).create(fern(1)), 'created', 'the file is as empty as before')
})
