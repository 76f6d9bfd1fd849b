/** The tests of the toolkit's README that prove its service with the kit. */

import { execFile } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { compiledPrograms } from '../helpers/compiled-programs.js'

const folder = await compiledPrograms(t)

for (const [runner, file, passed] of [
  ['node:test', 'conform.test.js', /^(?:#|ℹ) pass 1$/m],
  ['tap', 'conform-with-tap.test.js', /^ok 1 - the service keeps its contract\b/m],
] as const) {
  t.test(
    `the kit proves the service of the README with ${runner}`,
    { timeout: 120_000 },
    async (t) => {
      const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, file)])
      t.match(stdout, passed)
    },
  )
}
