import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import t from 'tap'
import { start } from '../../src/server/start.js'
import { oneLine } from '../../src/server/start-error.js'
import { portFor } from '../helpers/wire.js'
import { emptyDatabase } from '../store/postgres/server.js'
import { capture, testConfig } from './helpers.js'

t.test('when the port cannot be listened on, the store is closed first', async (t) => {
  const folder = t.testdir()
  const port = await portFor(t, createServer())
  const storeUrl = `sqlite:${path.join(folder, 'plants.db')}`
  await t.rejects(start(testConfig({ port, storeUrl }), capture()), { name: 'StartError' })
  // SQLite removes its other files when the last connection is closed.
  t.same(readdirSync(folder), ['plants.db'])
})

t.test('when the store cannot be used, its connection is closed', async (t) => {
  const database = await emptyDatabase(t, 'unusable')
  if (!database) return
  const { server, url } = database
  await server.query('create table plants (other int)', 'unusable')
  const starting = start(testConfig({ storeUrl: url }), capture())
  await t.rejects(starting, { message: /belongs to another application/ })
  const open = () => server.query("select 1 from pg_stat_activity where datname = 'unusable'")
  while ((await open()).length > 0);
})

t.test('an error in one line, without credentials', async (t) => {
  t.equal(oneLine(new Error('first\nsecond\nthird')), 'first')
  t.equal(oneLine('text'), 'text')
  const found = oneLine(new Error('postgres://me:secret@host refused'))
  t.equal(found, 'postgres://[redacted]@host refused')
})
