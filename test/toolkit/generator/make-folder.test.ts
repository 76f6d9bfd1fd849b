import { readdir } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { makeFolder } from '#toolkit/generator/write/write.js'

t.test('a folder and its parents are created once, by concurrent calls too', async (t) => {
  const root = t.testdir({ file: '' })
  const folder = path.join(root, 'a/b/c')
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(path.join(root, 'a/d'))])
  t.same((await readdir(path.join(root, 'a'))).sort(), ['b', 'd'])
  t.same(await readdir(path.join(root, 'a/b')), ['c'])
  await makeFolder(root)
  await t.rejects(makeFolder(path.join(root, 'file/x')), { code: 'ENOTDIR' })
})
