/** What a process that is killed leaves in the log. */

import { copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import t from 'tap'
import { FileGuard } from '../../../src/store/sqlite/file-guard.js'
import { openFile } from '../../../src/store/sqlite/open-file.js'
import { newFile } from './helpers.js'

const insert = (id: number) => `insert into plants (id, name) values (${id}, 'Fern')`

/**
 * Leaves a transaction in the log as a process does that is killed after its last write, and before it tells
 * the others. A copy of the files writes it.
 */
function leaveTransaction(file: string, rows: number): void {
  const copy = path.join(path.dirname(file), 'copy.db')
  for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`)
  const { length } = readFileSync(`${copy}-wal`)
  const other = new Database(copy)
  other.exec(`pragma wal_autocheckpoint = 0; begin`)
  for (let id = 100; id < 100 + rows; id++) {
    other.exec(`insert into plants (id, name) values (${id}, '${'x'.repeat(3_000)}')`)
  }
  other.exec('commit')
  const written = readFileSync(`${copy}-wal`).subarray(length)
  writeSync(openSync(`${file}-wal`, 'r+'), written, 0, written.length, length)
}

for (const rows of [1, 20]) {
  t.test(`a transaction of ${rows} that nobody knows is overwritten`, async (t) => {
    const file = newFile(t)
    const opened = openFile({ path: file, busyTimeout: 1_000 })
    const { database, second } = opened
    const guard = new FileGuard(opened, file)
    t.teardown(() => {
      guard.close()
      second.close()
      database.close()
    })
    database.exec(insert(1))
    leaveTransaction(file, rows)
    guard.confirm(true)
    for (let id = 2; id < 6; id++) {
      database.exec(insert(id))
      guard.confirm(true)
      guard.check()
    }
    const kept = database.prepare('select id from plants').raw().all()
    t.same(kept, [[1], [2], [3], [4], [5]])
  })
}
