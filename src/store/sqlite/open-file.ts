import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import { untilUnlocked } from './maintenance.js'
import type { Settings } from './messages.js'
import { applicationId, isOurs, refuseForeign, schemaVersion } from './ownership.js'

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
  refuseForeign(path, checkAccess(path))
  const database = new Database(path, { timeout: busyTimeout })
  adopt(database)
  makeDurable(database, busyTimeout)
  return database
}

/**
 * One transaction, so that of two processes that meet at a new file one makes the schema and the
 * other finds it; IMMEDIATE, so that a file which cannot be written fails here.
 */
function adopt(database: Database.Database): void {
  database.exec('begin immediate')
  if (!isOurs(database)) database.exec(schema)
  database.exec('commit')
}

/** A commit returns when it is on the disk: https://www.sqlite.org/pragma.html#pragma_synchronous */
function makeDurable(database: Database.Database, busyTimeout: number): void {
  // Two processes that meet at a new file make the same change: SQLite refuses one instead of waiting.
  untilUnlocked(busyTimeout, () => database.exec('pragma journal_mode = wal'))
  database.exec('pragma synchronous = full')
  // On macOS a plain fsync does not reach the platters; without effect elsewhere.
  database.exec('pragma fullfsync = on')
  // A process that was killed may have written what it never synced. It is found again and would
  // be answered for as `unchanged`, so it has to be on the disk first: a checkpoint syncs it.
  database.exec('pragma wal_checkpoint')
  // From now on the guard sees to it, and looks at the log before.
  database.exec('pragma wal_autocheckpoint = 0')
}

/**
 * For what the library would only call "error 14". SQLite keeps files of its own beside this one.
 *
 * @returns the size of the file, 0 when there is none.
 */
function checkAccess(path: string): number {
  accessSync(dirname(path), constants.R_OK | constants.W_OK)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isFile()) throw new Error('it is not a file')
  accessSync(path, constants.R_OK | constants.W_OK)
  return found.size
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
