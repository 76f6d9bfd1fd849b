import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { riskOf } from '#toolkit/regex/risk/risk.js'
import { patternFlags } from '#toolkit/regex/syntax.js'
import { agree } from '../toolkit/regex/agree.js'
import { realDocuments } from './real-documents.js'

t.test('patterns of real documents have one verdict', async (t) => {
  const documents = await realDocuments(t)
  if (documents === undefined) return
  const patterns = new Set(documents.flatMap(({ file }) => [...patternsIn(file)]))
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
