import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import { moveLog, untilUnlocked } from './maintenance.js'
import type { DatabaseSettings } from './messages.js'
import { refuseForeign } from './ownership.js'
import { migrate } from './schema.js'

/** The connections to a file. */
export interface OpenFile {
  /** Reads and writes. */
  readonly database: Database.Database
  /** Moves the log into the file, while the first one keeps others from writing. */
  readonly second: Database.Database
}

/**
 * Opens the file of a plant store, or creates it with its folder. Refuses a file of another application or
 * a later version without changing it; the caller then has to end the thread, since the library releases a file that
 * it has only read when the thread ends.
 *
 * @throws {Error} of SQLite, of the operating system, or ours, with a message of one line.
 */
export function openFile({ path, busyTimeout }: DatabaseSettings): OpenFile {
  makeFolder(dirname(path))
  refuseForeign(path, checkAccess(path))
  const database = new Database(path, { timeout: busyTimeout })
  migrate(database)
  makeDurable(database, busyTimeout)
  const second = new Database(path, { timeout: busyTimeout })
  setSync(second)
  // From then on it has the log.
  second.exec('select 1 from sqlite_schema')
  // Syncs what a killed process has written but not synced: it can be read, and would count as stored.
  moveLog(database, second, busyTimeout)
  return { database, second }
}

/** A commit returns when it is on the disk: https://www.sqlite.org/pragma.html#pragma_synchronous */
function makeDurable(database: Database.Database, busyTimeout: number): void {
  // When two processes change the mode of a new file, SQLite refuses one of them without waiting.
  untilUnlocked(busyTimeout, () => database.exec('pragma journal_mode = wal'))
  setSync(database)
}

function setSync(database: Database.Database): void {
  database.exec('pragma synchronous = full')
  // On macOS a plain fsync does not reach the disk; without effect elsewhere.
  database.exec('pragma fullfsync = on')
  // The guard checks the log before a checkpoint.
  database.exec('pragma wal_autocheckpoint = 0')
}

/** Returns the size of the file, 0 if there is none. Its errors are clearer than the library's "error 14". */
function checkAccess(path: string): number {
  accessSync(dirname(path), constants.R_OK | constants.W_OK)
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) return 0
  if (!file.isFile()) throw new Error('it is not a file')
  accessSync(path, constants.R_OK | constants.W_OK)
  return file.size
}

/** Creates missing folders durably: SQLite syncs the folder of its file only. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined || process.platform === 'win32') return
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    const parent = openSync(dirname(made), 'r')
    fsyncSync(parent)
    closeSync(parent)
  }
}
