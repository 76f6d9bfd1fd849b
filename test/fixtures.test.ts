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

/** Documents; golden files of one are in a folder of its name. */
const documentsIn = (folder: string) =>
  readdirSync(path.join(FIXTURES, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace('.yaml', ''))

t.test('a test reads each fixture', async (t) => {
  const documents = documentsIn('documents')
  const names = readdirSync(FIXTURES).filter((name) => !documents.includes(name))
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

t.test('golden files beside contracts are of a contract', async (t) => {
  const contracts = documentsIn('contracts')
  const names = readdirSync(path.join(FIXTURES, 'contracts'))
  t.same(
    names.filter((name) => !contracts.includes(name.replace('.yaml', ''))),
    [],
  )
})
