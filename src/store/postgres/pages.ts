import { PAGE_LENGTH, type PlantPages, readerOf } from '../common/plant-pages.js'
import { within } from '../common/within.js'
import { type PlantRow, toPlant } from './methods.js'
import type { PlantTable, PostgresPool } from './pool.js'
import { check } from './schema.js'
import { ignore, transact } from './transaction.js'
import { toStoreError } from './troubles.js'

const SELECT = `
  select id::text, encode(name, 'hex') as name, encode(tag, 'hex') as tag
  from plants where id >= $1::bigint order by plants.id limit ${PAGE_LENGTH}`

/** Milliseconds. */
const STATEMENT_TIMEOUT = 30_000
const CLOSE_TIME = 1_000

/** The plants of a database, in the order of the ids. Each page is a transaction of its own. */
export function postgresPages(pool: PostgresPool): PlantPages {
  pool.on?.('error', ignore)
  const rows = async <Row>(text: string, ...values: string[]) =>
    (await transact(pool, { text, values }, STATEMENT_TIMEOUT)) as readonly Row[]
  const table: PlantTable = { rows }
  let isChecked = false
  const read = async (first: bigint) => {
    if (!isChecked) await check(table)
    isChecked = true
    const plants = (await rows<PlantRow>(SELECT, String(first))).map(toPlant)
    const last = plants.at(-1)
    return last && { plants, last: last.id }
  }
  return {
    read: readerOf(read, toStoreError),
    async close() {
      await within(CLOSE_TIME, pool.end()).catch(ignore)
    },
  }
}
