import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { root } from './project.js'

const TESTS = path.join(root, 'dist/test')
const names = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
const files = names.filter((name) => name.endsWith('.slow.test.js')).sort()

/** Milliseconds for one file. */
const TIMEOUT = 1_800_000

for (const file of files) {
  t.test(file, async (t) => {
    const env = { ...process.env, TAP_TIMEOUT: String(TIMEOUT / 1000) }
    const args = ['--enable-source-maps', path.join('dist/test', file)]
    const { ok, why, stdout } = await execute(process.execPath, args, {
      ...{ cwd: root, env, timeout: TIMEOUT },
    })
    const failures = stdout.split('\n').filter((line) => /^ *not ok /.test(line))
    t.ok(ok, why, { failures })
  })
}
