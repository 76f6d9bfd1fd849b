import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { type Generated, generate } from '#toolkit/generator/generate.js'
import { writeStubs } from '#toolkit/generator/stubs/stubs.js'
import { made } from '../../helpers/made.js'
import { ROOT, typeCheck, writeFiles } from '../../helpers/tsc.js'
import { largeDocument } from './large-document.js'

const NATIVE = { allowImportingTsExtensions: true, noEmit: true }

/** Whatever a file imports, also late. */
function specifiersIn({ files }: Generated): string[] {
  return files.flatMap(({ text }) =>
    [...text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']*)'/g)].map(([, specifier = '']) => specifier),
  )
}

const documents: [name: string, make: (importExtension: 'js' | 'ts') => Generated][] = [
  [
    'a small contract',
    (importExtension) =>
      generate(path.join(ROOT, 'test/fixtures/documents/wide.yaml'), { importExtension }),
  ],
  ['a large one', (importExtension) => made(largeDocument(), { importExtension })],
]

for (const [name, make] of documents) {
  t.test(`the imports of ${name} end with what its user runs`, async (t) => {
    const [compiled, native] = [make('js'), make('ts')]
    const specifiers = specifiersIn(compiled)
    t.ok(specifiers.length > 5)
    const found = specifiers.filter((each) => !each.endsWith('.js'))
    t.same(found, [])
    t.same(
      specifiersIn(native),
      specifiers.map((each) => each.replace(/\.js$/, '.ts')),
    )
    const folder = t.testdir()
    await writeFiles(path.join(folder, 'generated'), native.files)
    const out = path.join(folder, 'generated')
    await writeStubs(native.model, { out, folder: path.join(folder, 'handlers'), extension: 'ts' })
    t.same(await typeCheck(folder, NATIVE), [])
    t.match(await readFile(path.join(folder, 'handlers/index.ts'), 'utf8'), /from '\.\/[\w-]+\.ts'/)
  })
}
