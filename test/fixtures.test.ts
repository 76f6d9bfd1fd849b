import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { sourcesOf } from './helpers/sources.js'
import { ROOT } from './helpers/tsc.js'

const FIXTURES = path.join(ROOT, 'test/fixtures')
const sources = sourcesOf('test')
  .filter((name) => !name.startsWith('test/fixtures/') && !name.endsWith('fixtures.test.ts'))
  .map((name) => readFileSync(path.join(ROOT, name), 'utf8'))
  .join('\n')

t.test('a test reads each fixture', async (t) => {
  // Golden files of a document are in a folder of its name.
  const documents = readdirSync(path.join(FIXTURES, 'documents'))
  const names = readdirSync(FIXTURES).filter((name) => !documents.includes(`${name}.yaml`))
  t.ok(names.length > 5)
  const isRead = (name: string) =>
    ["'", '/'].some(
      (end) => sources.includes(`/${name}${end}`) || sources.includes(`'${name}${end}`),
    )
  t.same(
    names.filter((name) => !isRead(name)),
    [],
  )
})
