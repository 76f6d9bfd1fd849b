import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  type ChangeWait,
  changed,
  FOLDER,
  filesAt,
  type Snapshot,
  treesAt,
} from '#toolkit/cli/project/changes.js'

/** Waits for a change of `look`'s result; `did` is true after one. */
function wait(t: Test, look: () => Snapshot, seen = look()) {
  const controller = new AbortController()
  const { signal } = controller
  t.teardown(() => controller.abort())
  const state = { did: false }
  const done = changed({ seen, look, signal }).then(() => (state.did = true))
  return { done, state, stop: () => controller.abort() }
}

const endless = () => new AbortController().signal

/** Longer than it takes to notice a change. */
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

t.test('an emptied file has changed when it is written', async (t) => {
  const file = path.join(t.testdir({ 'a.yaml': 'first' }), 'a.yaml')
  const look = () => filesAt([file])
  const seen = look()
  await writeFile(file, '')
  const looks: string[] = []
  const counted = () => {
    looks.push(readFileSync(file, 'utf8'))
    if (looks.length === 5) writeFileSync(file, 'other')
    return look()
  }
  await changed({ seen, look: counted, signal: endless(), patience: Infinity })
  t.same(new Set(looks), new Set(['', 'other']))
  const written = look()
  await writeFile(file, '')
  await changed({ seen: written, look, signal: endless(), patience: 3 })
})

t.test('a missing file appears, and its folders with it', async (t) => {
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

t.test('a change counts when it is complete', async (t) => {
  const file = path.join(t.testdirName, 'x')
  const marks = ['a', 'b', 'c', 'c']
  let looks = 0
  const look = () => new Map([[file, marks[looks++] ?? 'too late']])
  await wait(t, look, new Map([[file, '']])).done
  t.equal(looks, marks.length)
})

t.test('a tree changes with its matching files, in new folders too', async (t) => {
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

t.test('a signal that is aborted before or later ends the wait', async (t) => {
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

type Watch = NonNullable<ChangeWait['watch']>

/** Watches nothing: its events are emitted by the test. */
function fakeWatch() {
  const watcher = Object.assign(new EventEmitter(), { closed: 0, close })
  async function close(): Promise<void> {
    watcher.closed++
  }
  return { watcher, watch: (() => watcher) as unknown as Watch }
}

t.test('a change that no event reports is seen by a regular look', async (t) => {
  const file = path.join(t.testdir({ a: 'first' }), 'a')
  const look = () => filesAt([file])
  const { watcher, watch } = fakeWatch()
  const done = changed({ seen: look(), look, signal: endless(), watch })
  watcher.emit('error', Object.assign(new Error('no watches left'), { code: 'ENOSPC' }))
  await writeFile(file, 'second')
  await done
  t.equal(watcher.closed, 0, 'not while it begins to watch')
  watcher.emit('ready')
  await setImmediate()
  t.equal(watcher.closed, 1)
})

t.test('an event leads to a look', async (t) => {
  for (const event of ['all', 'ready', 'error']) {
    const { watcher, watch } = fakeWatch()
    let looks = 0
    const looked = new Promise<void>((resolve) => {
      const look = () => {
        if (++looks === 2) resolve()
        return new Map()
      }
      const controller = new AbortController()
      t.teardown(() => controller.abort())
      changed({ seen: new Map(), look, signal: controller.signal, watch, interval: 1e9 })
    })
    watcher.emit(event)
    await looked
  }
})

t.test('trees are read without packages and folders of tools', async (t) => {
  const files = () => ({ 'a.ts': '', 'b.txt': '' })
  const root = t.testdir({
    ...{ ...files(), src: { ...files(), out: files(), node_modules: files() }, out: files() },
    ...{ node_modules: files(), '.git': files() },
  })
  const at = (name: string) => path.join(root, name)
  const found = treesAt([root, at('none')], /\.ts$/, [at('out')])
  const shown = [...found].map(([name, mark]) => [path.relative(root, name), mark === FOLDER])
  t.strictSame(
    new Map(shown as [string, boolean][]),
    new Map([
      ['', true],
      ['a.ts', false],
      ['src', true],
      ['src/a.ts', false],
      ['src/out', true],
      ['src/out/a.ts', false],
      ['none', true],
    ]),
  )
  t.same(found, treesAt([root, at('none')], /\.ts$/, [at('out')]))
  t.notSame(found, treesAt([root], /\.ts$/, [at('out')]))
})
