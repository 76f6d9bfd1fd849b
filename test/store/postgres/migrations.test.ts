import pg from 'pg'
import t from 'tap'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.js'
import { prepare } from '../../../src/store/postgres/schema.js'
import { tableIn } from '../../../src/store/postgres/transaction.js'
import { postgres } from '../../../src/store/postgres.js'
import { type PostgresServer, startPostgres } from './server.js'

const server = (await startPostgres(t)) as PostgresServer
const skip = server ? false : 'there is no PostgreSQL'

/** The second statement could not run twice. */
const LATER = [
  ...MIGRATIONS,
  'alter table plants add column height int',
  "update plants set height = 7 where name = 'Fern'",
]

for (const isolation of ['read committed', 'serializable']) {
  t.test(`an earlier table is changed once: ${isolation}`, { skip }, async (t) => {
    const database = `migrations_${isolation.slice(0, 4)}`
    await server.query(`create database ${database}`)
    await server.query(
      `alter database ${database} set default_transaction_isolation = '${isolation}'`,
    )
    const pool = new pg.Pool({ connectionString: server.url(database), max: 8 })
    const store = postgres(pool)
    t.teardown(() => store.close())
    const table = tableIn(pool, 30_000)

    await store.create({ id: 1n, name: 'Fern' })
    await Promise.all(Array.from({ length: 8 }, () => prepare(table, LATER)))
    t.same(await table.rows('select id, height from plants'), [{ id: '1', height: 7 }])
    t.equal(await store.create({ id: 2n, name: 'Moss' }), 'created', 'an older server goes on')
    await prepare(table, LATER)
    t.same(await table.rows('select height from plants where id = 2'), [{ height: null }])

    const message = /: the table "plants" has the version 3, and not 1; use another database/
    const older = postgres(new pg.Pool({ connectionString: server.url(database) }))
    t.teardown(() => older.close())
    await t.rejects(older.ready(), { code: 'UNAVAILABLE', message })
  })
}

t.test('a migration that fails changes nothing', { skip }, async (t) => {
  await server.query('create database migrations_failed')
  const pool = new pg.Pool({ connectionString: server.url('migrations_failed') })
  t.teardown(() => pool.end())
  const table = tableIn(pool, 30_000)
  const failing = [...MIGRATIONS, 'alter table plants add column id int']
  await t.rejects(prepare(table, failing), { message: /column "id" .* already exists/ })
  t.same(await table.rows("select to_regclass('plants') as found"), [{ found: null }])
})
