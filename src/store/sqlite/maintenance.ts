import type Database from 'libsql'
import { applicationId } from './ownership.js'

/** True if the database on the disk is consistent. Its cache is dropped first, which hides missing pages. */
export function isWhole(database: Database.Database): boolean {
  try {
    dropCache(database)
    return firstRow(database, 'pragma quick_check(1)')[0] === 'ok'
  } catch {
    return false
  }
}

/**
 * Moves the log into the database durably: a second connection does it, while the first one keeps everybody
 * from writing. Before SQLite 3.51.3 a checkpoint loses what is written if somebody restarts the log during it
 * (https://www.sqlite.org/wal.html#walresetbug), and the library has 3.45.
 *
 * @param patience - Milliseconds to wait for others.
 * @returns true if all of it was moved.
 */
export function moveLog(
  database: Database.Database,
  second: Database.Database,
  patience = 0,
): boolean {
  try {
    const [timeout] = firstRow(database, 'pragma busy_timeout')
    const moved = withLock(database, patience, () => firstRow(second, 'pragma wal_checkpoint'))
    database.exec(`pragma busy_timeout = ${timeout}`)
    // A checkpoint restores the file's length, so only reading shows that its content was truncated before.
    dropCache(database)
    return moved !== undefined && moved[0] === 0 && moved[1] === moved[2]
  } catch {
    // On a full disk, for example, the log stays as it is.
    return false
  }
}

/** Runs `work` while nobody else can write; returns nothing if that is impossible. */
function withLock<Result>(
  database: Database.Database,
  patience: number,
  work: () => Result,
): Result | undefined {
  try {
    database.exec(`pragma busy_timeout = ${patience}; begin immediate`)
  } catch {
    return undefined
  }
  try {
    return work()
  } finally {
    database.exec('rollback')
  }
}

/** Milliseconds that no other process writes at a time. */
const LONGEST_WRITE = 1_000

/**
 * Empties a log that was moved. It waits for others: SQLite would check the log without their lock otherwise,
 * see `moveLog`. Returns true if it is empty.
 */
export function emptyLog(database: Database.Database): boolean {
  try {
    database.exec(`pragma busy_timeout = ${LONGEST_WRITE}`)
    const [busy, frames] = firstRow(database, 'pragma wal_checkpoint(truncate)')
    return busy === 0 && frames === 0
  } catch {
    return false
  }
}

/** Commits without a change; returns false if that is impossible. @throws `SQLITE_BUSY` */
export function writeNothing(database: Database.Database): boolean {
  try {
    // Not the version, which another release may have changed.
    database.exec(`pragma application_id = ${applicationId}`)
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
  // Also SQLITE_BUSY_RECOVERY, after another process was killed.
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true
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
const FIRST_PAUSE = 0.1
const LONGEST_PAUSE = 0.3
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
