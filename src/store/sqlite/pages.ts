import { resolve } from 'node:path'
import type Database from 'libsql'
import type { StoredPlant } from '../common/plant.js'
import { PAGE_LENGTH, type PlantPage, type PlantPages, placeBehind } from '../common/plant-pages.js'
import { StatementCache } from './statement-cache.js'

type Row = [id: bigint, name: string, tag: string | null]

const SELECT = `
  select id, cast(name as blob), cast(tag as blob) from plants
  where id >= ? order by id limit ${PAGE_LENGTH}`

/** The plants of a file, in the order of the ids. No read lasts, so that the log does not grow meanwhile. */
export function sqlitePages(path: string): PlantPages {
  let open: { readonly database: Database.Database; readonly plants: StatementCache } | undefined
  return {
    async read(after) {
      open ??= await opened(resolve(path))
      const first = placeBehind(after)
      return first === undefined ? undefined : pageOf(open.plants.all<Row>(SELECT, first))
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

function pageOf(rows: readonly Row[]): PlantPage | undefined {
  const plants: StoredPlant[] = rows.map(([id, name, tag]) =>
    tag === null ? { id, name } : { id, name, tag },
  )
  const last = plants.at(-1)
  return last && { plants, last: last.id }
}
