import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { ROOT } from './helpers/tsc.js'

/** Characters of the path of a checkout deep in the workspace of a build server. */
const LENGTH = 200

/** The compiled project, and what it reads. */
const COPIED = ['package.json', 'dist', 'generated', 'spec', 'src/toolkit/dist']

/** Copies the compiled project to a folder, and links what is installed. */
async function copyTo(copy: string): Promise<void> {
  for (const name of [...COPIED, 'src/toolkit/package.json']) {
    cpSync(path.join(ROOT, name), path.join(copy, name), {
      recursive: true,
      filter: (file) => !/\.(map|d\.ts)$/.test(file),
    })
  }
  const modules = path.join(copy, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    // npm links this one to the workspace: here to that of the copy.
    const target = name === 'fastify-contract' ? copy : ROOT
    const from = name === 'fastify-contract' ? 'src/toolkit' : `node_modules/${name}`
    await symlink(path.join(target, from), path.join(modules, name))
  }
}

t.test('the test command runs where the path is long, with signs of shells', async (t) => {
  const base = await mkdtemp(path.join(tmpdir(), "long-path é's [1] {b} #c %20 $d & (e);"))
  t.teardown(() => rm(base, { recursive: true, force: true }))
  const copy = path.join(base, 'x'.repeat(Math.max(LENGTH - base.length - 1, 1)))
  t.ok(copy.length >= LENGTH, copy)
  await copyTo(copy)
  const args = [
    path.join(copy, 'dist/test/gate.js'),
    'store/memory.test.js',
    'store/open.test.js',
    'server/config.test.js',
  ]
  const { ok, stdout, stderr } = await execute(process.execPath, args, { cwd: copy })
  t.ok(ok, 'all of them pass', { stdout: stdout.slice(-2_000), stderr: stderr.slice(-2_000) })
  t.match(stdout, /^# \{ total: (\d{2,}), pass: \1 \}$/m, 'and were run')
})
