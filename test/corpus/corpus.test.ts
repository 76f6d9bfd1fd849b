import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { main } from '../../scripts/corpus.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'

const run = (t: Test, ...args: string[]) => runCommand(t, () => main(args))

const head = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n'
const good = `${head}paths: { /a: { get: { operationId: a, responses: { '204': { description: d } } } } }`
const files = {
  ...{ 'good.yaml': good, 'bad.yaml': good.replace('get:', 'get: 1, put:') },
  ...{ 'broken.json': '{ "openapi": ', 'broken.yaml': 'openapi: "3' },
  ...{ 'other.json': '{ "not": "openapi" }', 'list.yaml': '- openapi', 'empty.yml': '# openapi' },
  'readme.md': 'openapi: 3.1.0',
}

t.test('wrong arguments are reported in one line', async (t) => {
  const dir = t.testdir({ 'other.json': files['other.json'] })
  const cases: [args: string[], told: RegExp][] = [
    [['a', 'b'], /^one filter at a time, not a, b$/],
    [['--folder', 'x'], /^Unknown option '--folder'; usage: npm run corpus -- /],
    [['--ignore', 'x'], /^--ignore x: use dialect, /],
    [['--dir', 'no-such'], /^no-such: holds no document; name a folder with --dir$/],
    [['pet', '--dir', dir], /: holds no document called pet; name a folder with --dir$/],
  ]
  for (const [args, told] of cases)
    t.match(await run(t, ...args), { code: 1, out: [], err: [told] }, args.join(' '))
})

t.test('every document of a folder is generated from and compiled', async (t) => {
  const data = join(ROOT, 'data')
  const left = () =>
    (existsSync(data) ? readdirSync(data) : []).filter((name) => /^corpus-/.test(name))
  const before = left()
  const { code, out, err } = await run(t, '--dir', t.testdir({ ...files, inner: files }))
  t.equal(code, 1)
  t.match(out, [
    /^document +operations +ms +lines +warnings +result$/,
    /^bad\.yaml +1 +\d+ +0 +0 +[1-9] problems?$/,
    /^good\.yaml +1 +\d+ +[1-9]\d+ +0 +ok$/,
    /^inner\/bad\.yaml +1 /,
    /^inner\/good\.yaml +1 .* ok$/,
    /^2 of 4 documents generate, compile and .* \(2 operations\)$/,
    /^bad\.yaml: .*bad\.yaml:3:\d+ #/,
  ])
  t.same(err, [])
  t.same(left(), before, 'nothing is left behind')
})

t.test('a manifest lists the documents', async (t) => {
  const manifest = JSON.stringify([
    { id: 'first', file: 'good.yaml' },
    { id: 'gone', file: 'gone.json' },
  ])
  const dir = t.testdir({ ...files, 'manifest.json': manifest })
  t.match(await run(t, 'first', '--dir', dir), { code: 0, out: [/./, /^first .* ok$/, /^1 of 1 /] })
  const { out } = await run(t, 'gone', '--dir', dir)
  t.match(out, [
    ...[/./, /^gone +0 +\d+ +0 +0 +2 problems$/, /^0 of 1/, /gone\.json:1:1 .*ENOENT/, /ENOENT/],
  ])
})

t.test('another manifest.json is ignored', async (t) => {
  const dir = t.testdir({ 'good.yaml': good, 'manifest.json': '{}' })
  t.match(await run(t, '--dir', dir), { code: 0, out: [/./, /^good\.yaml .* ok$/] })
})

t.test('the first of many problems are printed', async (t) => {
  const paths = Array.from({ length: 7 }, (_, n) => `/${n}: { get: 1 }`).join(', ')
  const dir = t.testdir({ 'many.yaml': `${head}paths: { ${paths} }` })
  const { out } = await run(t, '--dir', dir)
  t.equal(out.filter((line) => line.startsWith('many.yaml: ')).length, 6)
  t.match(out.at(-1), /^many\.yaml: and \d+ more$/)
})
