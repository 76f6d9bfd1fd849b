import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import t from 'tap'
import { peers, REFERENCE } from '../../scripts/bench/generate/generators.js'
import { install, packageFile, Unavailable } from '../../scripts/bench/shared/packages.js'
import { fails, npm, works } from './npm.js'

t.test('packages are installed once, and again for another version', async (t) => {
  const err = t.capture(console, 'error')
  const folder = npm(t, works)
  await install(folder, ['a@1.0.0', '@b/c@2.0.0'])
  await install(folder, ['a@1.0.0', '@b/c@2.0.0'])
  t.equal(err().length, 1)
  await install(folder, ['a@1.0.1'])
  t.match(err(), [{ args: [/^installing a@1\.0\.1 in .*cache$/] }])
})

t.test('an unreachable registry is reported', async (t) => {
  t.capture(console, 'error')
  const told = 'a@1.0.0 cannot be installed: ENOTFOUND'
  await t.rejects(install(npm(t, fails), ['a@1.0.0']), new Unavailable(told))
  const silent = install(npm(t, 'process.exit(3)'), ['a@1.0.0'])
  await t.rejects(silent, { message: /: exit code 3$/ })
})

t.test('without npm around it, the npm on the path installs', async (t) => {
  t.capture(console, 'error')
  const folder = npm(t, works)
  delete process.env.npm_execpath
  process.env.PATH = ''
  await t.rejects(install(folder, ['a@1.0.0']), { message: /: ENOENT$/ })
})

t.test('only the document of a package is kept', async (t) => {
  t.capture(console, 'error')
  const cache = npm(t, works)
  const file = await packageFile(cache, '@b/c@2.0.0', 'data/a.json')
  t.equal(file, join(cache, 'documents/@b/c@2.0.0/a.json'))
  t.equal(readFileSync(file, 'utf8'), '{"version":"2.0.0"}')
  t.notOk(existsSync(join(cache, 'unpacked')))
  process.env.npm_execpath = 'no-such-npm.mjs'
  t.equal(await packageFile(cache, '@b/c@2.0.0', 'data/a.json'), file, 'it is there already')
  await t.rejects(packageFile(cache, '@b/c@2.0.1', 'data/a.json'), {
    message: /^@b\/c@2\.0\.1 cannot/,
  })
})

t.test('the generators that are compared are installed and have a command each', async (t) => {
  t.capture(console, 'error')
  const cache = npm(t, works)
  const [first, ...others] = await peers(cache)
  t.equal(first?.name, REFERENCE)
  const script = 'node_modules/openapi-typescript/bin/cli.js'
  const command = [join(cache, 'peers', script), 'a.json', '--output', join('out', 'types.ts')]
  t.same(first?.command('a.json', 'out'), command)
  for (const { name, command } of others) {
    t.match(name, /^hey-api, /)
    t.match(command('a.json', 'out').join(' '), / --input a\.json --output out .*--plugins /)
  }
})
