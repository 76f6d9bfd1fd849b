import pg from 'pg'
import t from 'tap'
import { openPages, openStore } from '../../../src/store/open.js'
import { postgresPages } from '../../../src/store/postgres/pages.js'
import { allOf, fill, SAMPLES } from '../plant-samples.js'
import { emptyDatabase } from './server.js'

t.test('all plants of a database in the order of their ids', async (t) => {
  const database = await emptyDatabase(t, 'pages')
  if (!database) return
  const { url } = database
  const missing = openPages(url)
  await t.rejects(missing.read(), {
    code: 'UNAVAILABLE',
    message: 'PostgreSQL cannot be used now: the table "plants" is gone',
  })
  await missing.close()
  const store = openStore(url)
  t.teardown(() => store.close())
  await fill(store, SAMPLES.toReversed())
  const pages = postgresPages(new pg.Pool({ connectionString: url }))
  t.equal(await pages.read(2n ** 63n - 1n), undefined)
  t.same((await pages.read(-1n))?.plants[0], { id: 0n, name: '🌱 é é' })
  t.same(await allOf(pages), SAMPLES)
})
