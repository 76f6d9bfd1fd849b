import { PAGE_LENGTH, type PlantPages, pageOf, readerOf } from '../common/plant-pages.js'
import { COLUMNS, type PlantRow, toPlant } from './methods.js'
import type { PostgresPool } from './pool.js'
import { check } from './schema.js'
import { closePool, tableIn } from './transaction.js'
import { toStoreError } from './troubles.js'

const SELECT = `
  select ${COLUMNS} from plants where id >= $1::bigint order by plants.id limit ${PAGE_LENGTH}`

/** Milliseconds. */
const STATEMENT_TIMEOUT = 30_000

/** The plants of a database, in the order of the ids. Each page is a transaction of its own. */
export function postgresPages(pool: PostgresPool): PlantPages {
  const table = tableIn(pool, STATEMENT_TIMEOUT)
  let isChecked = false
  const read = async (first: bigint) => {
    if (!isChecked) await check(table)
    isChecked = true
    return pageOf((await table.rows<PlantRow>(SELECT, String(first))).map(toPlant))
  }
  return {
    read: readerOf(read, toStoreError),
    close: () => closePool(pool),
  }
}
