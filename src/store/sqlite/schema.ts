import type Database from 'libsql'
import { MIGRATIONS } from './migrations.js'
import { applicationId, versionOf } from './ownership.js'

/**
 * Brings the schema of a database to its last version; nothing is done twice or by halves. One transaction,
 * since two processes may begin at once; IMMEDIATE, so that a read-only file fails here.
 *
 * @throws {Error} when the database is of another application, or of a later release.
 */
export function migrate(database: Database.Database, migrations = MIGRATIONS): void {
  database.exec('begin immediate')
  try {
    const missing = migrations.slice(versionOf(database, migrations.length))
    for (const statement of missing) database.exec(statement)
    // Written even if nothing is missing: a killed process may have written what it has not synced, which can be
    // read, and so counts as stored; this commit syncs it.
    database.exec(`pragma application_id = ${applicationId}`)
    database.exec(`pragma user_version = ${migrations.length}`)
    database.exec('commit')
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}
