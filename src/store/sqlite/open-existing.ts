import { statSync } from 'node:fs'
import Database from 'libsql'
import { refuseForeign } from './ownership.js'

/**
 * Opens the file of a plant store, to read it while servers use it.
 *
 * @throws {Error} with a message of one line, when it is not the file of a plant store.
 */
export function openExisting(file: string): Database.Database {
  const { size } = statSync(file)
  if (size === 0) throw new Error(`${file} is empty`)
  refuseForeign(file, size)
  return new Database(file, { fileMustExist: true, timeout: 5_000 })
}
