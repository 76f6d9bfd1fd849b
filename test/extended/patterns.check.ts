import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { riskOf } from '#toolkit/regex/risk/risk.js'
import { patternFlags } from '#toolkit/regex/syntax.js'
import { agree } from '../toolkit/regex/agree.js'
import { root } from './project.js'

const corpus = path.join(root, '../shared/corpus')

t.test('patterns of real documents have one verdict', async (t) => {
  const manifest = await readFile(path.join(corpus, 'manifest.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) {
    t.pass('patterns of real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const files: { file: string }[] = JSON.parse(manifest)
  const patterns = new Set(files.flatMap(({ file }) => [...patternsIn(path.join(corpus, file))]))
  const compiling = [...patterns].filter((each) => patternFlags(each) !== undefined)
  for (const pattern of compiling) t.doesNotThrow(() => agree(pattern, 5_000), pattern)
  const risky = compiling.filter((each) => riskOf(each) !== undefined)
  t.comment(`${patterns.size} patterns, ${compiling.length} compile, ${risky.length} are guarded`)
  t.ok(compiling.length > 10)
})

function patternsIn(file: string): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return
    const { pattern, patternProperties } = value as Record<string, unknown>
    if (typeof pattern === 'string') found.add(pattern)
    for (const name of Object.keys(Object(patternProperties))) found.add(name)
    Object.values(value).forEach(visit)
  }
  visit(load(file).value)
  return found
}
