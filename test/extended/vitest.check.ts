import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { toolkitPrograms } from '../helpers/readme.js'
import { writeFiles } from '../helpers/tsc.js'
import { outside, pack } from './pack.js'
import { root } from './project.js'
import { add, npm, orSkip } from './registry.js'

t.setTimeout(0)

t.test('the test of the README for vitest runs', { timeout: 0 }, async (t) => {
  const { toolkit } = await pack()
  const folder = await outside(t)
  t.match(await npm(['init', '-y'], folder), { ok: true })
  t.match(await npm(['pkg', 'set', 'type=module'], folder), { ok: true })
  if ((await orSkip(t, add(folder, [toolkit, 'fastify', 'vitest']))) === undefined) return
  await cp(join(root, 'test/fixtures/readme/openapi.yaml'), join(folder, 'openapi.yaml'))
  const options = ['--spec', 'openapi.yaml', '--out', 'generated']
  t.match(await npm(['exec', '--', 'fastify-contract', 'generate', ...options], folder), {
    ok: true,
  })
  await writeFiles(folder, toolkitPrograms)
  const command = ['exec', '--', 'vitest', 'run', 'conform-with-vitest']
  const { ok, stdout, stderr } = await npm(command, folder)
  t.ok(ok, stdout + stderr)
  t.match(stdout, /Tests .*1 passed/)
})
