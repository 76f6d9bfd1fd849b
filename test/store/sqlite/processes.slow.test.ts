import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { fern, lock, newFile, open, writer } from './helpers.js'

const run = promisify(execFile)

t.test('two processes that race for the same ids', async (t) => {
  const file = newFile(t)
  const writers = ['Fern', 'Moss'].map((name) => writer(t, file, name, 500))
  const [ferns, mosses] = await Promise.all(writers.map(({ outcomes }) => outcomes))
  const store = open(t, file)
  for (let id = 0n; id < 500n; id++) {
    const pair = [ferns?.get(id), mosses?.get(id)]
    const winner = (await store.get(id))?.name
    const expected = winner === 'Fern' ? ['created', 'conflict'] : ['conflict', 'created']
    if (pair.join() !== expected.join()) t.fail(`plant ${id} is ${winner}, answers: ${pair}`)
  }
})

t.test('two stores of one process on one file', async (t) => {
  const file = newFile(t)
  const [one, other] = [open(t, file), open(t, file)]
  const ids = Array.from({ length: 300 }, (_, id) => BigInt(id))
  const outcomes = await Promise.all(
    ids.map((id) =>
      Promise.all([one.create({ id, name: 'one' }), other.create({ id, name: 'other' })]),
    ),
  )
  for (const pair of outcomes) t.same([...pair].sort(), ['conflict', 'created'])
})

t.test('a store that nobody closes', async (t) => {
  const file = newFile(t)
  const { child, outcomes } = writer(t, file, 'Fern', 50)
  const [code] = await once(child, 'exit')
  t.equal(code, 0, 'lets the process end')
  t.equal((await outcomes).size, 50, 'after its last answer')
  t.same(readdirSync(dirname(file)), [basename(file)], 'and leaves no log behind')
  t.same(await open(t, file).get(49n), fern(49))
})

const module = new URL('../../../src/store/sqlite.js', import.meta.url)

const exiting = `
  import { sqlite } from ${JSON.stringify(module)}
  const [file, delay] = process.argv.slice(1)
  sqlite(file, { busyTimeout: 500 }).create({ id: 1n, name: 'Fern' }).catch(() => {})
  setTimeout(() => process.exit(7), Number(delay))`

t.test('process.exit while the store waits for a lock', async (t) => {
  const file = newFile(t)
  await open(t, file).ready()
  lock(t, file)
  // While the thread starts, while it opens the file, while it waits.
  for (const delay of ['0', '30', '200']) {
    const args = ['--input-type=module', '-e', exiting, file, delay]
    const error = await run(process.execPath, args).catch((error) => error)
    t.match(error, { code: 7, stderr: '' }, 'is not turned into an abort by the library')
  }
})
