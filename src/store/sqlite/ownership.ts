import { realpathSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { SCHEMA_VERSION } from './migrations.js'

/** Identifies our files in the SQLite header: "Plnt" in ASCII. */
export const applicationId = 0x506c6e74

/**
 * The version of the schema of a plant store, 0 for an empty database.
 *
 * @throws {Error} for the database of another application, or of a later release.
 */
export function versionOf(database: Database.Database, latest = SCHEMA_VERSION): number {
  const id = readNumber(database, 'pragma application_id')
  const version = readNumber(database, 'pragma user_version')
  if (id === applicationId && version >= 1) {
    if (version <= latest) return version
    throw new Error(
      `it has schema version ${version}, this release reads version ${latest}; name another file, or use a newer release`,
    )
  }
  const tables = readNumber(database, 'select count(*) from sqlite_schema')
  if (id === 0 && version === 0 && tables === 0) return 0
  throw new Error(foreign)
}

const foreign = 'it is a database of another application; name another file'

/** Refuses a foreign file before SQLite opens it and so replays the log of its killed application. */
export function refuseForeign(path: string, size: number): void {
  if (size > 0 && versionOnDisk(path) > 0) return
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
function versionOnDisk(path: string): number {
  const database = new Database(`${pathToFileURL(path)}?immutable=1`)
  try {
    // Accepts a file that is too short, since a log may contain the rest.
    database.exec('pragma writable_schema = on')
    return versionOf(database)
  } finally {
    database.close()
  }
}

export function readNumber(database: Database.Database, sql: string): number {
  const [value] = database.prepare(sql).raw().get() as [number]
  return value
}

/**
 * Opens the file of a plant store, to read it while servers use it.
 *
 * @throws {Error} with a message of one line, when it is not the file of a plant store.
 */
export function openExisting(file: string): Database.Database {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`there is no file ${file}; correct its name`)
  if (found.size === 0) throw new Error(`${file} is empty`)
  refuseForeign(file, found.size)
  return new Database(file, { fileMustExist: true, timeout: 5_000 })
}
