import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { ROOT, typeCheck, writeFiles } from '../../helpers/tsc.js'

process.chdir(ROOT)
const DOCUMENTS = 'test/fixtures/documents'
const SHAPES = `${DOCUMENTS}/shapes.yaml`

t.test('the same document generates the same bytes', async (t) => {
  const [first, second] = await Promise.all([generate(SHAPES), generate(SHAPES)])
  t.same(first.files, second.files)
  t.equal(
    first.files.map(({ name }) => name).join(' '),
    'contract.ts conversions.ts openapi.json operations.ts route-schemas.ts schemas.ts serializers.ts types.ts validators.ts',
  )
  for (const { name, text } of first.files) {
    t.notMatch(text, /\r|\t| $/m, `${name} has no stray white space`)
    t.ok(text.endsWith('\n') && !text.endsWith('\n\n'), `${name} ends with one newline`)
    t.notMatch(text, ROOT, `${name} has no path of this machine`)
  }
})

t.test('a new version of the document changes only the files that carry it', (t) => {
  const text = readFileSync(SHAPES, 'utf8')
  const texts = [text, text.replace('version: 1.0.0', 'version: 9.9.9')]
  const [first = [], second = []] = texts.map((each) => generateFrom(parse('a.yaml', each)).files)
  const changed = second.filter(({ text }, index) => text !== first[index]?.text)
  const names = changed.map(({ name }) => name)
  t.same(names, ['contract.ts', 'openapi.json'])
  t.end()
})

const COMPILED = ['shapes', 'corners', 'empty', 'swagger', 'types', 'views', 'wide', 'zoo']

t.test('documents compile, whatever the strictness of their user', async (t) => {
  const out = t.testdir()
  for (const document of COMPILED) {
    const { files } = generate(`${DOCUMENTS}/${document}.yaml`)
    await writeFiles(path.join(out, document), files)
  }
  t.same(await typeCheck(out), [])
  t.same(await typeCheck(out, { exactOptionalPropertyTypes: false }), [])
})

t.test('JavaScript has the files of values, and leaves out those of types', async (t) => {
  const names = (language: 'javascript' | 'typescript') =>
    generate(SHAPES, { language }).files.map(({ name }) => name)
  const values = names('typescript').filter((name) => !/^(operations|outgoing|types)/.test(name))
  const scripts = names('javascript')
  t.strictSame(
    scripts,
    values.map((name) => name.replace(/\.ts$/, '.js')),
  )
  for (const all of [names('typescript'), scripts])
    t.strictSame(all, all.toSorted(), 'in the order of their names')
})
