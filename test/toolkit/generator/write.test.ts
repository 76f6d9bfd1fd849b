import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { apply, compare, makeFolder } from '#toolkit/generator/write/write.js'

const file = (name: string, text = 'x') => ({ name, text })

async function write(out: string, ...names: string[]): Promise<void> {
  const files = names.map((name) => file(name))
  await apply(out, await compare(out, files))
}

t.test('a folder goes with its last file, unless it has files of the user', async (t) => {
  const out = t.testdir()
  await write(out, 'types.ts', 'types/a.ts', 'types/b.ts', 'operations/a.ts')
  t.equal(await readFile(path.join(out, 'types/a.ts'), 'utf8'), 'x')
  await writeFile(path.join(out, 'operations/mine.ts'), 'mine')
  await write(out, 'types.ts', 'types/b.ts')
  t.same(await readdir(path.join(out, 'types')), ['b.ts'])
  t.same(await readdir(path.join(out, 'operations')), ['mine.ts'])
  await write(out, 'types.ts')
  t.same((await readdir(out)).sort(), ['.generated.json', 'operations', 'types.ts'])
})

t.test('a file of the user in a folder is never overwritten', async (t) => {
  const out = t.testdir({ types: { 'a.ts': 'mine' } })
  await t.rejects(write(out, 'types/a.ts'), {
    name: 'ForeignFileError',
    message: /types\/a\.ts is/,
  })
})

t.test('a file whose name has another case is another file, or in the way', async (t) => {
  const out = t.testdir({ 'Types.ts': 'mine' })
  const isOther = (await readFile(path.join(out, 'types.ts')).catch(() => undefined)) === undefined
  if (isOther) await write(out, 'types.ts')
  else await t.rejects(write(out, 'types.ts'), { name: 'ForeignFileError' })
  t.equal(await readFile(path.join(out, 'Types.ts'), 'utf8'), 'mine')
})

t.test('nothing is written or removed through a link', async (t) => {
  const out = t.testdir({ elsewhere: { 'a.ts': 'mine' }, out: {} })
  const inside = path.join(out, 'out')
  await symlink(path.join(out, 'elsewhere'), path.join(inside, 'types'))
  const refused = { name: 'ForeignFileError', message: /out\/types is not a generated file/ }
  await t.rejects(write(inside, 'types/b.ts'), refused)
  await writeFile(path.join(inside, '.generated.json'), '{"files":["types/a.ts"]}')
  await t.rejects(write(inside, 'b.ts'), refused)
  t.same(await readdir(path.join(out, 'elsewhere')), ['a.ts'])
})

t.test('a manifest lists files of one folder level', async (t) => {
  const out = t.testdir()
  await mkdir(path.join(out, 'a/b'), { recursive: true })
  await writeFile(path.join(out, 'a/b/c.ts'), 'mine')
  const files = ['a/b/c.ts', '../a.ts', 'a/../../b.ts', './a.ts', '/a.ts', 'a//b.ts']
  await writeFile(path.join(out, '.generated.json'), JSON.stringify({ files }))
  t.same((await compare(out, [])).obsolete, [])
})

t.test('nothing is written through a link, even if its target is missing', async (t) => {
  const root = t.testdir({ out: {}, 'theirs.ts': 'theirs' })
  const out = path.join(root, 'out')
  const foreign = { name: 'ForeignFileError', message: /types\.ts is/ }
  await symlink(path.join(root, 'nothing.ts'), path.join(out, 'types.ts'))
  await t.rejects(write(out, 'types.ts'), foreign)
  await rm(path.join(out, 'types.ts'))
  await write(out, 'types.ts')
  await rm(path.join(out, 'types.ts'))
  await symlink(path.join(root, 'theirs.ts'), path.join(out, 'types.ts'))
  await t.rejects(write(out, 'types.ts'), foreign, 'though the manifest lists it')
  t.equal(await readFile(path.join(root, 'theirs.ts'), 'utf8'), 'theirs')
  t.same((await readdir(root)).sort(), ['out', 'theirs.ts'])
})

t.test('a folder and its parents are created once, by concurrent calls too', async (t) => {
  const root = t.testdir({ file: '' })
  const folder = path.join(root, 'a/b/c')
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(path.join(root, 'a/d'))])
  t.same((await readdir(path.join(root, 'a'))).sort(), ['b', 'd'])
  t.same(await readdir(path.join(root, 'a/b')), ['c'])
  await makeFolder(root)
  await t.rejects(makeFolder(path.join(root, 'file/x')), { code: 'ENOTDIR' })
  await t.rejects(makeFolder(path.join(root, 'file')), { code: 'EEXIST' })
})
