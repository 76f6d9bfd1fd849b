import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { root } from './project.js'

/** Milliseconds: each benchmark measures for a moment, one after the other. */
const TIMEOUT = 1_200_000

t.test('the benchmarks do what they say, each for a moment', async (t) => {
  const options = { cwd: root, env: { ...process.env, TAP_TIMEOUT: '600' }, timeout: TIMEOUT }
  const { ok, why, stdout } = await execute(process.execPath, ['dist/test/bench/all.js'], options)
  const failures = stdout.split('\n').filter((line) => /^ *not ok /.test(line))
  t.ok(ok, why, { failures })
})
