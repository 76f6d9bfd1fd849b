import { resolve } from 'node:path'
import type Database from 'libsql'
import { PAGE_LENGTH, type PlantPages, pageOf, placeBehind } from '../common/plant-pages.js'
import { COLUMNS, type ColumnRow, toPlant } from './methods.js'
import { StatementCache } from './statement-cache.js'

const SELECT = `select ${COLUMNS} from plants where id >= ? order by id limit ${PAGE_LENGTH}`

/** The plants of a file, in the order of the ids. No read lasts, so that the log does not grow meanwhile. */
export function sqlitePages(path: string): PlantPages {
  let open: { readonly database: Database.Database; readonly plants: StatementCache } | undefined
  return {
    async read(after) {
      open ??= await opened(resolve(path))
      const first = placeBehind(after)
      if (first === undefined) return undefined
      return pageOf(open.plants.all<ColumnRow>(SELECT, first).map(toPlant))
    },
    async close() {
      open?.database.close()
      open = undefined
    },
  }
}

/** The library is loaded when it is needed. */
async function opened(file: string) {
  const { openExisting } = await import('./ownership.js')
  const database = openExisting(file)
  return { database, plants: new StatementCache(database) }
}
