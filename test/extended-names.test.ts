import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { checksOf } from './extended/names.js'
import { ROOT } from './helpers/tsc.js'

t.test('extended checks are chosen by their names', async (t) => {
  const [crashes, clone] = checksOf(['crashes', 'clone'])
  t.match(crashes?.pathname, /\/extended\/crashes\.check\.js$/)
  t.match(clone?.pathname, /\/clone\/index\.js$/)
  t.ok(checksOf([]).length > 20, 'all of them, where none is named')
  t.throws(() => checksOf(['halt']), /^no check is named halt; there are bench, /)
})

t.test('test/README.md tells what each extended check is for', async (t) => {
  const readme = readFileSync(path.join(ROOT, 'test/README.md'), 'utf8')
  const [, section = ''] = /^## Extended checks\n([\s\S]*?)^## /m.exec(readme) ?? []
  const told = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name = '']) => name)
  const names = checksOf([]).map(
    ({ pathname }) => /(\w[\w-]*)(\.check|\/index)\.js$/.exec(pathname)?.[1],
  )
  t.same(told.filter((name) => names.includes(name)).sort(), [...names].sort())
})
