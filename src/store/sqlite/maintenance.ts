import type Database from 'libsql'
import { schemaVersion } from './ownership.js'

/** True if the database on the disk is consistent. Its cache is dropped first, which hides missing pages. */
export function isWhole(database: Database.Database): boolean {
  try {
    dropCache(database)
    return firstRow(database, 'pragma quick_check(1)')[0] === 'ok'
  } catch {
    return false
  }
}

/** Moves the log into the database durably, without waiting for others. Returns true if all of it was moved. */
export function checkpoint(
  database: Database.Database,
  mode: 'passive' | 'full' | 'truncate',
): boolean {
  try {
    if (mode !== 'passive') database.exec('pragma busy_timeout = 0')
    const [busy, frames, moved] = firstRow(database, `pragma wal_checkpoint(${mode})`)
    // A checkpoint restores the file's length, so only reading shows that its content was truncated before.
    dropCache(database)
    return busy === 0 && frames === moved
  } catch {
    // On a full disk, for example, the log stays as it is.
    return false
  }
}

/** Commits without a change; returns false if that is impossible. @throws `SQLITE_BUSY` */
export function writeNothing(database: Database.Database): boolean {
  try {
    database.exec(`pragma user_version = ${schemaVersion}`)
    return true
  } catch (error) {
    if (isLocked(error)) throw error
    return false
  }
}

/** Runs `work` while nobody else can write; does nothing if another process has the lock. */
export function whileLocked(database: Database.Database, work: () => void): void {
  try {
    database.exec('begin immediate')
  } catch (error) {
    if (isLocked(error)) return
  }
  work()
  if (database.inTransaction) database.exec('rollback')
}

/** True if the lock of another process is the reason. */
export function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === 'SQLITE_BUSY'
}

/**
 * Begins a transaction that may write. Another process holds the lock for one batch, which takes less than a
 * millisecond on most disks; SQLite itself would sleep for up to 100 ms before it looks again.
 *
 * @throws `SQLITE_BUSY` after that many milliseconds.
 */
export function beginWrite(database: Database.Database, busyTimeout: number): void {
  const waits = `pragma busy_timeout = ${busyTimeout}`
  try {
    untilUnlocked(busyTimeout, () =>
      database.exec(`pragma busy_timeout = 0; begin immediate; ${waits}`),
    )
  } catch (error) {
    database.exec(waits)
    throw error
  }
}

/**
 * Milliseconds before the lock is tried again. The longest is not much longer than the first: whoever looks
 * less often gets the lock less often.
 */
const FIRST_PAUSE = 0.2
const LONGEST_PAUSE = 1
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4))

/**
 * Repeats `work` while another process has the lock. SQLite itself waits, except where two processes could
 * wait for each other.
 *
 * @throws the error of `work`, and `SQLITE_BUSY` after that many milliseconds.
 */
export function untilUnlocked(milliseconds: number, work: () => void): void {
  const end = performance.now() + milliseconds
  let pause = FIRST_PAUSE
  while (performance.now() < end) {
    try {
      work()
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      Atomics.wait(NEVER_WOKEN, 0, 0, pause)
      pause = Math.min(1.2 * pause, LONGEST_PAUSE)
    }
  }
  work()
}

function dropCache(database: Database.Database): void {
  database.exec('pragma shrink_memory')
}

function firstRow(database: Database.Database, sql: string): unknown[] {
  return database.prepare(sql).raw().get() as unknown[]
}
