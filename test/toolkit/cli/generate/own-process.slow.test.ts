import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { GENERATOR_FLAGS, needsProcess, runInOwnProcess } from '#toolkit/cli/process/own-process.js'
import { ROOT } from '../../../helpers/tsc.js'

const BIN = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')

t.test('a large document has a process of its own, unless this one is as good', async (t) => {
  const folder = t.testdir({ small: '', large: '' })
  const [small, large] = [path.join(folder, 'small'), path.join(folder, 'large')]
  await truncate(large, 1_000_000)
  const plain = { execArgv: [], connected: false }
  t.equal(needsProcess(small, plain), false)
  t.equal(needsProcess(large, plain), true)
  t.equal(needsProcess(large, { execArgv: ['--a', ...GENERATOR_FLAGS], connected: false }), false)
  t.equal(needsProcess(large, { execArgv: [], connected: true }), false)
  t.equal(needsProcess(path.join(folder, 'none'), plain), false)
  t.equal(needsProcess(small), false)
})

t.test('a process of its own has the flags, and its exit code is ours', async (t) => {
  const folder = t.testdir({
    'flags.mjs': `
      const missing = ${JSON.stringify(GENERATOR_FLAGS)}.filter((flag) => !process.execArgv.includes(flag))
      process.exitCode = missing.length === 0 ? Number(process.argv[2]) : 99`,
    'killed.mjs': "process.kill(process.pid, 'SIGKILL')",
  })
  t.equal(await runInOwnProcess(['7'], path.join(folder, 'flags.mjs')), 7)
  t.equal(await runInOwnProcess([], path.join(folder, 'killed.mjs')), 128 + 9)
})

/** A document of more than a megabyte, most of which is nothing. */
function largeDocument(t: Test): string {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
  return t.testdir({ 'large.json': JSON.stringify(document) + ' '.repeat(1_000_000) })
}

function start(cwd: string, ...args: string[]) {
  const child = spawn(process.execPath, [BIN, ...args, '--spec', 'large.json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, exit: once(child, 'exit') as Promise<[number | null, string | null]> }
}

t.test('commands run there', async (t) => {
  const cwd = largeDocument(t)
  t.same(await start(cwd, 'generate').exit, [0, null])
  t.ok(existsSync(path.join(cwd, 'generated/contract.ts')))
  t.same(await start(cwd, 'check').exit, [0, null])
  t.same(await start(cwd, 'check', '--int64', 'number', '--out', 'none').exit, [1, null])
})

t.test('generate --watch ends with a signal, and with its parent', async (t) => {
  const cwd = largeDocument(t)
  for (const [signal, end] of [
    ['SIGTERM', [0, null]],
    ['SIGKILL', [null, 'SIGKILL']],
  ] as const) {
    const { child, exit } = start(cwd, 'generate', '--watch')
    const closed = once(child, 'close')
    t.match(String((await once(child.stdout, 'data'))[0]), /^generated: /)
    child.kill(signal)
    t.same(await exit, end)
    // Its output is open for as long as somebody can write to it.
    await closed
  }
})
