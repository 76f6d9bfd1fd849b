import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import type { Settings } from './messages.js'

/** Marks a file as ours in the SQLite header: "Plnt" in ASCII. */
const applicationId = 0x506c6e74

/** Goes up by one with every change of the schema. */
const schemaVersion = 1

// STRICT refuses other types; TEXT, not BLOB, so that people can query the file with any tool.
const schema = `
  create table plants (
    id integer primary key,
    name text not null,
    tag text
  ) strict;
  pragma application_id = ${applicationId};
  pragma user_version = ${schemaVersion};
`

/**
 * Opens the file of a plant store, or makes it, with its folder. A file that is not ours, or of
 * another version, is refused and left as it is; the caller then has to end the thread, because the
 * library lets go of a file that it has read from only with that.
 *
 * @throws {Error} of SQLite, of the operating system, or ours, with a message of one line.
 */
export function openFile({ path, busyTimeout }: Settings): Database.Database {
  makeFolder(dirname(path))
  checkAccess(path)
  const database = new Database(path, { timeout: busyTimeout })
  adopt(database)
  makeDurable(database)
  return database
}

/**
 * One transaction, so that of two processes that meet at a new file one makes the schema and the
 * other finds it; IMMEDIATE, so that a file which cannot be written fails here.
 */
function adopt(database: Database.Database): void {
  database.exec('begin immediate')
  const id = readNumber(database, 'pragma application_id')
  const version = readNumber(database, 'pragma user_version')
  const tables = readNumber(database, 'select count(*) from sqlite_schema')
  if (id === 0 && version === 0 && tables === 0) {
    database.exec(schema)
  } else if (id !== applicationId) {
    throw new Error('it is a database of another application')
  } else if (version !== schemaVersion) {
    throw new Error(`it has schema version ${version}, this release reads version ${schemaVersion}`)
  }
  database.exec('commit')
}

/** A commit returns when it is on the disk: https://www.sqlite.org/pragma.html#pragma_synchronous */
function makeDurable(database: Database.Database): void {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // On macOS a plain fsync does not reach the platters; without effect elsewhere.
  database.exec('pragma fullfsync = on')
  // A process that was killed may have written what it never synced. It is found again and would
  // be answered for as `unchanged`, so it has to be on the disk first: a checkpoint syncs it.
  database.exec('pragma wal_checkpoint')
}

function readNumber(database: Database.Database, sql: string): unknown {
  const [value] = database.prepare(sql).raw().get() as unknown[]
  return value
}

/** For what the library would only call "error 14". SQLite keeps files of its own beside this one. */
function checkAccess(path: string): void {
  accessSync(dirname(path), constants.R_OK | constants.W_OK)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isFile()) throw new Error('it is not a file')
  accessSync(path, constants.R_OK | constants.W_OK)
}

/** Creates a folder that is missing, durably: SQLite syncs the folder of its file, but not those above. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined || process.platform === 'win32') return
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    const above = openSync(dirname(made), 'r')
    fsyncSync(above)
    closeSync(above)
  }
}
