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

t.test('the files of a keyword are those that mention it', async (t) => {
  const files = readdirSync(toolkit, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !/^(dist|templates|node_modules)\//.test(name))
  const using = files.filter((name) =>
    /\bminLength\b/.test(readFileSync(path.join(toolkit, name), 'utf8')),
  )
  t.same(rowsBelow('| file | part of the keyword |').sort(), using.sort())
})

t.test('its commands name tests that exist', async (t) => {
  const tests = [...readme.matchAll(/dist\/(test\/\S+)\.js/g)].map((match) => match[1] as string)
  t.ok(tests.length > 1)
  for (const name of tests) t.ok(existsSync(path.join(ROOT, `${name}.ts`)), name)
})
