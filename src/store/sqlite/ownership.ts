/** Whose a database is, found out without touching it. */

import { realpathSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/** Marks a file as ours in the SQLite header: "Plnt" in ASCII. */
export const applicationId = 0x506c6e74

/** Goes up by one with every change of the schema. */
export const schemaVersion = 1

/**
 * Whether a database is a plant store of this release already, and not an empty one of nobody.
 *
 * @throws {Error} with a message of one line when it is neither.
 */
export function isOurs(database: Database.Database): boolean {
  const id = readNumber(database, 'pragma application_id')
  const version = readNumber(database, 'pragma user_version')
  if (id === applicationId) {
    if (version === schemaVersion) return true
    throw new Error(`it has schema version ${version}, this release reads version ${schemaVersion}`)
  }
  const tables = readNumber(database, 'select count(*) from sqlite_schema')
  if (id === 0 && version === 0 && tables === 0) return false
  throw new Error(foreign)
}

const foreign = 'it is a database of another application'

/**
 * Refuses a file that is not ours before SQLite opens it: that would replay a journal or a log that a
 * killed application has left, and change the file.
 *
 * @param size - of the file; 0 when there is none.
 */
export function refuseForeign(path: string, size: number): void {
  if (size > 0 && peek(path)) return
  const name = size > 0 ? realpathSync(path) : path
  const isLeft = (suffix: string) =>
    (statSync(`${name}${suffix}`, { throwIfNoEntry: false })?.size ?? 0) > 0
  // A journal beside a file without content is from its very first transaction: it undoes nothing.
  if (size > 0 && (isLeft('-wal') || isLeft('-journal'))) throw new Error(foreign)
  if (!isLeft('-wal')) return
  throw new Error(
    `it is missing or empty, but its log ${name}-wal is not; put the file back, or remove the log to begin an empty store`,
  )
}

/** Reads the file alone, without locks: https://www.sqlite.org/uri.html#uriimmutable */
function peek(path: string): boolean {
  const database = new Database(`${pathToFileURL(path)}?immutable=1`)
  try {
    // A file that is too short is no error here: a log may hold the rest.
    database.exec('pragma writable_schema = on')
    return isOurs(database)
  } finally {
    database.close()
  }
}

function readNumber(database: Database.Database, sql: string): unknown {
  const [value] = database.prepare(sql).raw().get() as unknown[]
  return value
}
