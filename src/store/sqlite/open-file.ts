import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import type { DatabaseSettings } from './messages.js'
import { refuseForeign } from './ownership.js'
import { migrate } from './schema.js'

/**
 * Opens the file of a plant store, or creates it with its folder. Refuses a file of another application or
 * a later version without changing it; the caller then has to end the thread, since the library releases a file that
 * it has only read when the thread ends.
 *
 * @throws {Error} of SQLite, of the operating system, or ours, with a message of one line.
 */
export function openFile({ path, busyTimeout }: DatabaseSettings): Database.Database {
  makeFolder(dirname(path))
  refuseForeign(path, checkAccess(path))
  const database = new Database(path, { timeout: busyTimeout })
  // A commit returns when it is on the disk: https://www.sqlite.org/pragma.html#pragma_synchronous
  database.exec('pragma synchronous = full')
  // On macOS a plain fsync does not reach the disk; without effect elsewhere.
  database.exec('pragma fullfsync = on')
  migrate(database)
  useLog(database)
  return database
}

/**
 * Keeps commits in a write-ahead log from now on. SQLite does not wait for others when it changes the mode of
 * a new file, so that it waits for their end and tries again.
 */
function useLog(database: Database.Database, tries = 5): void {
  try {
    // From the first read on the files of the log are there.
    database.exec('pragma journal_mode = wal; select 1 from sqlite_schema')
  } catch (error) {
    if (tries === 0 || !isLocked(error)) throw error
    database.exec('begin exclusive; rollback')
    useLog(database, tries - 1)
  }
}

/** True if the lock of another process is the reason. */
export function isLocked(error: unknown): boolean {
  // Also SQLITE_BUSY_RECOVERY, after another process was killed.
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true
}

/** Returns the size of the file, 0 if there is none. Its errors are clearer than the library's "error 14". */
function checkAccess(path: string): number {
  accessSync(dirname(path), constants.R_OK | constants.W_OK)
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) return 0
  if (!file.isFile()) throw new Error('it is not a file; name one')
  accessSync(path, constants.R_OK | constants.W_OK)
  return file.size
}

/**
 * Creates missing folders durably: SQLite syncs the folder of its file only. One at a time: in a folder like
 * `/proc`, which takes none, the recursive `mkdir` of Node goes on for ever.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(folder)) throw error
  }
  if (process.platform === 'win32') return
  const descriptor = openSync(parent, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
