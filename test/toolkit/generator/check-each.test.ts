import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { apply, compare } from '#toolkit/generator/write/write.js'
import { ROOT } from '../../helpers/tsc.js'

const SHAPES = path.join(ROOT, 'test/fixtures/documents/shapes.yaml')

t.test(
  'a change of one character is seen in every file, and so is a file that is missing',
  async (t) => {
    const out = t.testdir()
    const { files } = generate(SHAPES)
    await apply(out, await compare(out, files))
    t.same(await compare(out, files), { stale: [], obsolete: [] })
    const names = [...files.map(({ name }) => name), '.generated.json']
    for (const name of names) {
      const file = path.join(out, name)
      const text = await readFile(file, 'utf8')
      for (const at of [0, Math.floor(text.length / 2), text.length - 1]) {
        const other = text[at] === ' ' ? '\t' : ' '
        // The manifest is JSON: white space in it says nothing, and a broken one belongs to the user.
        await writeFile(file, text.slice(0, at) + other + text.slice(at + 1))
        const { stale } = await compare(out, files)
        t.same(
          stale.map((each) => each.name),
          [name],
          `${name} at ${at}`,
        )
      }
      await writeFile(file, text)
      await rm(file)
      t.same(
        (await compare(out, files)).stale.map((each) => each.name),
        [name],
        `${name} is gone`,
      )
      await writeFile(file, text)
    }
    t.same(await compare(out, files), { stale: [], obsolete: [] })
  },
)
