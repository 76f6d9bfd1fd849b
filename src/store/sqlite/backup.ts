import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'
import { openExisting } from './ownership.js'

/**
 * Copies the plants of a file into another one, while servers use it: all that were stored before the call,
 * and those of one moment during it. The copy is on the disk when this returns, whole or not at all.
 *
 * @param from - The file of a plant store.
 * @param to - A file that is not there yet.
 * @returns the number of plants in the copy.
 * @throws {Error} with a message of one line, when one of the files is not as it must be, or the disk is full.
 */
export function backUp(from: string, to: string): bigint {
  if (existsSync(to)) throw new Error(`${to} is there already; give another name`)
  const part = `${resolve(to)}.part-${process.pid}`
  try {
    copy(from, part)
    const count = countPlants(part)
    sync(part)
    // Unlike a rename, it fails if somebody else has made the file meanwhile.
    linkSync(part, to)
    syncFolder(to)
    return count
  } finally {
    rmSync(part, { force: true })
  }
}

/** One read transaction, which keeps nobody from writing: https://www.sqlite.org/lang_vacuum.html */
function copy(from: string, to: string): void {
  const database = openExisting(from)
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

function countPlants(file: string): bigint {
  const database = new Database(file, { readonly: true })
  try {
    const count = database.prepare('select count(*) from plants').safeIntegers().raw()
    return (count.get() as [bigint])[0]
  } finally {
    database.close()
  }
}

function sync(file: string): void {
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
}

function syncFolder(file: string): void {
  /* c8 ignore next -- Windows has no such thing */
  if (process.platform === 'win32') return
  const opened = openSync(dirname(resolve(file)), 'r')
  fsyncSync(opened)
  closeSync(opened)
}
