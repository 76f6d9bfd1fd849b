/** Settings of SQLite and calls of the system; `syncs.check.ts` traces the system calls. */

import fs, { statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { openFile } from '../../../src/store/sqlite/open-file.js'
import { commits, newFile } from './helpers.js'

/** The folders that are synced while something is done. */
function synced(act: () => void): string[] {
  const { openSync, fsyncSync } = fs
  const opened = new Map<number, string>()
  const folders: string[] = []
  fs.openSync = (name, ...more) => {
    const descriptor = openSync(name, ...more)
    opened.set(descriptor, String(name))
    return descriptor
  }
  fs.fsyncSync = (descriptor) => {
    folders.push(opened.get(descriptor) as string)
    fsyncSync(descriptor)
  }
  syncBuiltinESMExports()
  try {
    act()
  } finally {
    Object.assign(fs, { openSync, fsyncSync })
    syncBuiltinESMExports()
  }
  return folders
}

t.test('a commit returns when it is on the disk', async (t) => {
  const database = openFile({ path: newFile(t), busyTimeout: 5 })
  t.teardown(() => database.close())
  const read = (name: string) => database.prepare(`pragma ${name}`).raw().get()
  t.same(read('journal_mode'), ['wal'])
  t.same(read('synchronous'), [2], 'full')
  t.same(read('fullfsync'), [1])
  t.same(read('wal_autocheckpoint'), [1000], "SQLite's default")
  t.same(read('busy_timeout'), [5])
})

t.test('opening a file commits, which syncs what a killed process has only written', async (t) => {
  const file = newFile(t)
  for (const expected of [0, 1, 2]) {
    const database = openFile({ path: file, busyTimeout: 5 })
    t.teardown(() => database.close())
    t.equal(statSync(`${file}-wal`).size && commits(file), expected)
  }
})

const skip = process.platform === 'win32' && 'folders cannot be synced there'
t.test('the parents of new folders are synced', { skip }, async (t) => {
  const root = t.testdir({ there: {} })
  const open = (file: string) =>
    synced(() => openFile({ path: path.join(root, file), busyTimeout: 5 }).close())
  const made = ['there', 'there/new', 'there/new/newer'].map((name) => path.join(root, name))
  t.same(open('there/new/newer/newest/plants.db'), made)
  t.same(open('there/plants.db'), [], 'nothing is new')
})
