import { realpathSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/** Identifies our files in the SQLite header: "Plnt" in ASCII. */
export const applicationId = 0x506c6e74

/** Incremented with every change of the schema. */
export const schemaVersion = 1

/** True for a plant store of this release, false for an empty database. @throws {Error} for any other one. */
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

/** Refuses a foreign file before SQLite opens it and so replays the log of its killed application. */
export function refuseForeign(path: string, size: number): void {
  if (size > 0 && isOursOnDisk(path)) return
  const name = size > 0 ? realpathSync(path) : path
  const hasContent = (suffix: string) =>
    (statSync(`${name}${suffix}`, { throwIfNoEntry: false })?.size ?? 0) > 0
  // The journal of an empty file is from its first transaction and undoes nothing.
  if (size > 0 && (hasContent('-wal') || hasContent('-journal'))) throw new Error(foreign)
  if (!hasContent('-wal')) return
  throw new Error(
    `it is missing or empty, but its log ${name}-wal is not; put the file back, or remove the log to begin an empty store`,
  )
}

/** Reads only the file itself, without locks: https://www.sqlite.org/uri.html#uriimmutable */
function isOursOnDisk(path: string): boolean {
  const database = new Database(`${pathToFileURL(path)}?immutable=1`)
  try {
    // Accepts a file that is too short, since a log may contain the rest.
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
