import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { ROOT } from '../../helpers/tsc.js'

const toolkit = path.join(ROOT, 'src/toolkit')
const readme = readFileSync(path.join(toolkit, 'generator/README.md'), 'utf8')

/** First cells of the table below a line. */
function rowsBelow(line: string): string[] {
  const [table = ''] = readme.split(line)[1]?.split('\n\n') ?? []
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] as string)
}

t.test('the table of folders lists all folders', async (t) => {
  const folders = readdirSync(path.join(toolkit, 'generator'), { withFileTypes: true })
  const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name)
  const listed = rowsBelow('| folder | task |')
  t.same(listed.sort(), names.sort())
})

/** Samples of integers, numbers of pages, and the search for a schema without a value. */
const OTHER_READERS =
  /^(samples\/|openapi\/resources\/names\.ts$|generator\/analysis\/contradictions\.ts$)/

t.test('a keyword is in the listed files, and in no others of the generator', async (t) => {
  const files = readdirSync(toolkit, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/^(dist|templates|node_modules|conformance|diff|mock)\//.test(name),
    )
  const texts = files.map((name) => [name, readFileSync(path.join(toolkit, name), 'utf8')] as const)
  const listed = rowsBelow('| file | part of the keyword |')
  t.equal(listed.length, 3)
  for (const [keyword, sample] of [
    ['minLength', 'scalars'],
    ['minItems', 'arrays'],
    ['maxItems', 'arrays'],
    ['minimum', 'scalars'],
    ['exclusiveMaximum', 'scalars'],
  ] as const) {
    const using = texts.flatMap(([name, text]) =>
      new RegExp(`\\b${keyword}\\b`).test(text) ? [name] : [],
    )
    const expected = listed.map((name) => name.replace('scalars', sample))
    // They read keywords of others, too.
    const isExpected = (name: string) => expected.includes(name) || !OTHER_READERS.test(name)
    t.same(using.filter(isExpected).sort(), expected.sort(), keyword)
  }
})

t.test('the commands of the README name tests that exist', async (t) => {
  const tests = [...readme.matchAll(/dist\/(test\/\S+)\.js/g)].map((match) => match[1] as string)
  t.ok(tests.length > 1)
  for (const name of tests) t.ok(existsSync(path.join(ROOT, `${name}.ts`)), name)
})
