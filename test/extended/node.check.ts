import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import t from 'tap'
import { type Execution, execute } from '#toolkit/cli/process/child.js'
import { nodeOf } from './node.js'
import { root } from './project.js'
import { orSkip } from './registry.js'

/** The current LTS line; `NODE_LINES=24,26` runs others too, some minutes each. */
const lines = (process.env.NODE_LINES ?? '26').split(',')

/** What depends on Node most: its tests run all, the others one of so many; `NODE_TESTS=all` runs every one. */
const RUNTIME = 'toolkit/runtime/'
const SERVED = 'server/conformance.test.js'
const SHARE = process.env.NODE_TESTS === 'all' ? 1 : 32

for (const line of lines) {
  t.test(`the tests pass on Node ${line}`, async (t) => {
    const bin = await orSkip(t, nodeOf(line))
    if (bin === undefined) return
    const run = runner(bin)
    const version = (await run('--version')).stdout.trim()
    t.match(version, new RegExp(`^v${line}\\.`))
    for (const file of await testFiles()) {
      const { ok, why, stdout, stderr } = await run('--enable-source-maps', file)
      t.ok(ok, `${file} on ${version}`, { why, output: stdout.slice(-4_000), stderr })
    }
  })
}

/** Runs that Node; what it starts by the name of `node` is that Node, too. */
function runner(bin: string): (...args: readonly string[]) => Promise<Execution> {
  const path = `${bin}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH: path, TAP_TIMEOUT: '240' }
  return (...args) => execute(join(bin, 'node'), args, { cwd: root, env, timeout: 300_000 })
}

/** Compiled tests, none of them an extended one. */
async function testFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'dist/test'), { recursive: true })
  const runtime = names.filter((name) => name.startsWith(RUNTIME) && name.endsWith('/all.js'))
  const tests = names.filter((name) => /^(?!fixtures\b).*\.test\.js$/.test(name))
  const others = tests.filter((name) => !name.startsWith(RUNTIME) && name !== SERVED).sort()
  const some = others.filter((_, index) => index % SHARE === 0)
  return [...runtime.sort(), SERVED, ...some].map((name) => join('dist/test', name))
}
