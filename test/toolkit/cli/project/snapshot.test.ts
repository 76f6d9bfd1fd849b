import path from 'node:path'
import t from 'tap'
import { FOLDER, filesAt, treesAt } from '#toolkit/cli/project/changes.js'

t.test('trees are read without packages and folders of tools', async (t) => {
  const files = () => ({ 'a.ts': '', 'b.txt': '' })
  const root = t.testdir({
    ...files(),
    src: { ...files(), out: files(), node_modules: files() },
    out: files(),
    node_modules: files(),
    '.git': files(),
  })
  const at = (name: string) => path.join(root, name)
  const found = treesAt([root, at('none')], /\.ts$/, [at('out')])
  const shown = [...found].map(([name, mark]) => [path.relative(root, name), mark === FOLDER])
  t.strictSame(
    new Map(shown as [string, boolean][]),
    new Map([
      ['', true],
      ['a.ts', false],
      ['src', true],
      ['src/a.ts', false],
      ['src/out', true],
      ['src/out/a.ts', false],
      ['none', true],
    ]),
  )
  t.same(found, treesAt([root, at('none')], /\.ts$/, [at('out')]))
  t.notSame(found, treesAt([root], /\.ts$/, [at('out')]))
})

t.test('a missing file has an empty fingerprint', async (t) => {
  const root = t.testdir({ a: '' })
  const [a, none] = [path.join(root, 'a'), path.join(root, 'none')]
  const found = filesAt([a, none])
  t.match(found.get(a), /^\d+ 0 \d+ \d+$/)
  t.equal(found.get(none), '')
})
