import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { sqlite } from '../../../src/store/sqlite.js'

t.test('the file says whose it is, and of which version: none reads an earlier one', async (t) => {
  const file = path.join(t.testdir(), 'plants.db')
  const store = sqlite(file)
  await store.create({ id: 1n, name: 'fern' })
  await store.close()
  // https://www.sqlite.org/fileformat.html#the_database_header
  const head = readFileSync(file)
  t.equal(head.toString('latin1', 68, 72), 'Plnt', 'application id')
  t.equal(head.readInt32BE(60), 1, 'user version')
})
