/** What is done to the whole of a database. */

import type Database from 'libsql'
import { schemaVersion } from './ownership.js'

/**
 * Whether the database holds together, as it is on the disk: SQLite would not notice pages that are
 * missing as long as it remembers them.
 */
export function isWhole(database: Database.Database): boolean {
  try {
    forget(database)
    return first(database, 'pragma quick_check(1)')[0] === 'ok'
  } catch {
    return false
  }
}

/**
 * Moves what is in the log into the database, durably. What other processes still need of the log stays;
 * nobody is waited for.
 *
 * @returns whether all of it was moved.
 */
export function checkpoint(
  database: Database.Database,
  how: 'passive' | 'full' | 'truncate',
): boolean {
  try {
    if (how !== 'passive') database.exec('pragma busy_timeout = 0')
    const [busy, frames, moved] = first(database, `pragma wal_checkpoint(${how})`)
    // It makes the file as long as it should be: what was cut off of it just before is noticed only by
    // reading it again.
    forget(database)
    return busy === 0 && frames === moved
  } catch {
    // A full disk, for one: the log stays as it is.
    return false
  }
}

/**
 * Commits without changing anything.
 *
 * @returns whether that is possible at all.
 * @throws `SQLITE_BUSY` when others have the lock.
 */
export function writeNothing(database: Database.Database): boolean {
  try {
    database.exec(`pragma user_version = ${schemaVersion}`)
    return true
  } catch (error) {
    if (isLocked(error)) throw error
    return false
  }
}

/** Does something while nobody else writes, because of a lock or because nobody can; else it does nothing. */
export function whileLocked(database: Database.Database, work: () => void): void {
  try {
    database.exec('begin immediate')
  } catch (error) {
    if (isLocked(error)) return
  }
  work()
  if (database.inTransaction) database.exec('rollback')
}

/** Whether something has failed because others have the lock. */
export function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === 'SQLITE_BUSY'
}

/**
 * Does something again for as long as others have the lock. SQLite waits by itself, except where two might
 * wait for each other.
 *
 * @throws what it throws, and `SQLITE_BUSY` after that many milliseconds.
 */
export function untilUnlocked(milliseconds: number, work: () => void): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    try {
      work()
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      sleep(5)
    }
  }
  work()
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function forget(database: Database.Database): void {
  database.exec('pragma shrink_memory')
}

function first(database: Database.Database, sql: string): unknown[] {
  return database.prepare(sql).raw().get() as unknown[]
}
