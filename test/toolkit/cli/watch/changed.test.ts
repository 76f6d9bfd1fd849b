import { EventEmitter } from 'node:events'
import type { FSWatcher } from 'node:fs'
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { changed } from '#toolkit/cli/watch/changed.js'
import { foldersOf } from '#toolkit/cli/watch/folders.js'
import { FOLDER, filesAt, type Snapshot, treesAt } from '#toolkit/cli/watch/snapshot.js'

/** Waits for a change of what `look` sees; `did` is whether there was one by now. */
function wait(t: Test, look: () => Snapshot, seen = look()) {
  const controller = new AbortController()
  const { signal } = controller
  t.teardown(() => controller.abort())
  const state = { did: false }
  const done = changed({ seen, look, signal }).then(() => {
    state.did = true
  })
  return { done, state, stop: () => controller.abort() }
}

/** What ends no wait. */
const endless = () => new AbortController().signal

/** Longer than a change takes to be seen. */
const QUIET = 200

const edits: [name: string, edit: (folder: string) => Promise<unknown>][] = [
  ['it is written', (folder) => writeFile(path.join(folder, 'a.yaml'), 'other')],
  [
    'another file takes its place',
    async (folder) => {
      await writeFile(path.join(folder, 'new'), 'first')
      await rename(path.join(folder, 'new'), path.join(folder, 'a.yaml'))
    },
  ],
  ['it goes', (folder) => rm(path.join(folder, 'a.yaml'))],
  ['its folder goes', (folder) => rm(folder, { recursive: true })],
  ['its time changes', (folder) => utimes(path.join(folder, 'a.yaml'), 1, 1)],
]

for (const [name, edit] of edits) {
  t.test(`a file has changed when ${name}`, async (t) => {
    const folder = path.join(t.testdir({ in: { 'a.yaml': 'first', b: '' } }), 'in')
    const { done, state } = wait(t, () => filesAt([path.join(folder, 'a.yaml')]))
    await writeFile(path.join(folder, 'b'), 'not waited for')
    await sleep(QUIET)
    t.equal(state.did, false)
    await edit(folder)
    await done
  })
}

t.test('a file that is not there comes, and its folders with it', async (t) => {
  const root = t.testdir()
  const file = path.join(root, 'some/deep/folder/a.yaml')
  const { done, state } = wait(t, () => filesAt([file]))
  await mkdir(path.join(root, 'some/deep'), { recursive: true })
  await sleep(QUIET)
  await mkdir(path.dirname(file))
  await sleep(QUIET)
  t.equal(state.did, false)
  await writeFile(file, '')
  await done
})

t.test('a file behind a link changes', async (t) => {
  const root = t.testdir({ there: { 'a.yaml': 'first' }, here: {} })
  const link = path.join(root, 'here/a.yaml')
  await symlink(path.join(root, 'there/a.yaml'), link)
  const { done } = wait(t, () => filesAt([link]))
  await writeFile(path.join(root, 'there/a.yaml'), 'second')
  await done
})

t.test('a change that came before the wait counts', async (t) => {
  const file = path.join(t.testdir({ a: 'first' }), 'a')
  const seen = filesAt([file])
  await writeFile(file, 'second')
  await wait(t, () => filesAt([file]), seen).done
})

t.test('a change that goes on is waited out', async (t) => {
  const file = path.join(t.testdirName, 'x')
  const marks = ['a', 'b', 'c', 'c']
  let looks = 0
  const look = () => new Map([[file, marks[looks++] ?? 'too late']])
  await wait(t, look, new Map([[file, '']])).done
  t.equal(looks, marks.length)
})

t.test('a tree changes by what is wanted of it, in new folders too', async (t) => {
  const root = t.testdir({ src: { 'a.ts': '', 'b.txt': '' } })
  const src = path.join(root, 'src')
  const look = () => treesAt([src, path.join(root, 'none')], /\.ts$/)
  t.same([...look().keys()], [src, path.join(src, 'a.ts'), path.join(root, 'none')])
  const first = wait(t, look)
  await writeFile(path.join(src, 'b.txt'), 'other')
  await sleep(QUIET)
  t.equal(first.state.did, false)
  await mkdir(path.join(src, 'deep'))
  await first.done
  const second = wait(t, look)
  await writeFile(path.join(src, 'deep/c.ts'), '')
  await second.done
})

t.test('an end that was there before, or comes later, ends the wait', async (t) => {
  const file = path.join(t.testdir({ a: '' }), 'a')
  const { done, stop, state } = wait(t, () => filesAt([file]))
  stop()
  await done
  t.equal(state.did, true)
  await changed({
    seen: new Map(),
    look: () => t.fail('looked') as never,
    signal: AbortSignal.abort(),
  })
})

t.test('where nothing can be watched, a look now and then has to do', async (t) => {
  const file = path.join(t.testdir({ a: 'first' }), 'a')
  const look = () => filesAt([file])
  const watch = () => {
    throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' })
  }
  const done = changed({ seen: look(), look, signal: endless(), watch })
  await writeFile(file, 'second')
  await done
})

t.test('a watcher that fails, or whose folder is another one, is replaced', async (t) => {
  const root = t.testdir({ in: { a: 'first' } })
  const file = path.join(root, 'in/a')
  const look = () => filesAt([file])
  const watchers: (EventEmitter & { folder: string; closed: boolean })[] = []
  const watch = (folder: string) => {
    const close = () => Object.assign(watcher, { closed: true })
    const watcher = Object.assign(new EventEmitter(), { folder, closed: false, close })
    watchers.push(watcher)
    return watcher as unknown as FSWatcher
  }
  const seen = look()
  let looked = () => seen
  const done = changed({ seen, look: () => looked(), signal: endless(), watch })
  await rename(path.join(root, 'in'), path.join(root, 'out'))
  await mkdir(path.join(root, 'in'))
  watchers[0]?.emit('error', new Error('gone'))
  await sleep(QUIET)
  t.match(watchers, [
    { folder: path.join(root, 'in'), closed: true },
    { folder: path.join(root, 'in'), closed: false },
  ])
  t.equal(watchers.length, 2)
  looked = look
  watchers[1]?.emit('error', new Error('gone'))
  await done
})

t.test('folders to watch', async (t) => {
  const root = t.testdir({ a: {}, file: '' })
  const folders = (snapshot: Snapshot) => [...foldersOf(snapshot).values()]
  t.same(folders(new Map([[path.join(root, 'a'), FOLDER]])), [path.join(root, 'a')])
  t.same(folders(filesAt([path.join(root, 'file/x/y')])), [root])
  t.same(folders(filesAt(['no/such/file'])), ['.'])
})
