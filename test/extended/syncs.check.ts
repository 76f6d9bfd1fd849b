import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { create, launch } from '../server/process.js'
import { syncsLibrary } from './syncs-library.js'

t.test('what is answered for is on the disk: its file was synced, and new folders', async (t) => {
  const folder = t.testdir()
  const library = await syncsLibrary(t)
  if (library === undefined) return
  const log = path.join(folder, 'log')
  const env = { LD_PRELOAD: library, SYNC_LOG: log, STORE_URL: 'sqlite:new/newer/plants.db' }
  const server = await launch(t, env, folder)
  const syncs = (name: string) =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line === path.join(folder, name)).length

  t.ok(syncs('') > 0 && syncs('new') > 0, 'the folders in which new ones were made')
  for (const id of [1, 2, 3, 4, 5]) {
    const before = syncs('new/newer/plants.db-wal')
    t.same(await create(server, { id, name: 'fern' }), [200, { name: 'fern' }])
    t.equal(syncs('new/newer/plants.db-wal') > before, true, `plant ${id}`)
  }
  t.ok(syncs('new/newer') > 0, 'the folder of the file')

  const before = syncs('new/newer/plants.db-wal')
  const many = Array.from({ length: 100 }, (_, n) => create(server, { id: n + 10, name: 'moss' }))
  t.same(new Set((await Promise.all(many)).map(([status]) => status)), new Set([200]))
  const shared = syncs('new/newer/plants.db-wal') - before
  t.ok(shared > 0 && shared < 100, `100 creates share ${shared} syncs`)
})
