import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { ROOT } from '../helpers/tsc.js'

/** What an author of a store writes, with Node's own runner. */
const SUITE = `import { test } from 'node:test'
import { memory } from 'plant-store/store/memory'
import { storeContract } from 'plant-store/store-contract'

await storeContract({ test }, { name: 'memory', create: memory })
`

t.test('the suite runs in node:test', async (t) => {
  // Inside of the package, which knows itself by its name.
  const folder = path.join(ROOT, 'dist', 'test', 'store')
  const file = path.join(folder, `in-node-test-${process.pid}.js`)
  writeFileSync(file, SUITE)
  t.teardown(() => rmSync(file))
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }
  const { ok, stdout, stderr } = await execute(process.execPath, [file], { env })
  t.ok(ok, 'it passes', { stdout, stderr })
  const [, passed = '0'] = /^. pass (\d+)$/m.exec(stdout) ?? []
  t.ok(Number(passed) > 30, `${passed} cases`)
})
