import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { apply, compare } from '#toolkit/generator/write/write.js'
import { ROOT } from '../../helpers/tsc.js'

const SHAPES = path.join(ROOT, 'test/fixtures/documents/shapes.yaml')

t.test('a change of any generated file is seen, and one that is missing', async (t) => {
  const out = t.testdir()
  const { files } = generate(SHAPES)
  await apply(out, await compare(out, files))
  const stale = async () => (await compare(out, files)).stale.map((each) => each.name)
  t.same(await stale(), [])
  for (const { name } of files) {
    const file = path.join(out, name)
    const text = await readFile(file, 'utf8')
    for (const at of [0, Math.floor(text.length / 2), text.length - 1]) {
      const other = text[at] === ' ' ? '\t' : ' '
      await writeFile(file, text.slice(0, at) + other + text.slice(at + 1))
      t.same(await stale(), [name], `${name} at ${at}`)
    }
    await rm(file)
    t.same(await stale(), [name], `${name} is gone`)
    await writeFile(file, text)
  }
  t.same(await stale(), [])
})
