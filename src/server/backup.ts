/** The process of `npm run backup -- FILE`: copies the plants of `STORE_URL` while servers use them. */

import process from 'node:process'
import { filePathOf } from '../store/open.js'
import { readConfig } from './config.js'
import { startFailure } from './start-error.js'

try {
  const [to, ...others] = process.argv.slice(2)
  if (to === undefined || others.length > 0) throw new Error('usage: npm run backup -- FILE')
  const { storeUrl } = readConfig(process.env)
  const from = filePathOf(storeUrl)
  if (from === undefined) {
    throw new Error(
      'STORE_URL: only a store of SQLite is a file; pg_dump copies one of PostgreSQL, nodetool snapshot one of Cassandra',
    )
  }
  const { backUp } = await import('../store/sqlite/backup.js')
  process.stdout.write(`copied ${from} to ${to}, plants: ${backUp(from, to)}\n`)
} catch (error) {
  process.stderr.write(startFailure(error))
  process.exitCode = 1
}
