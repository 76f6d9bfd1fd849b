import { join } from 'node:path'
import t from 'tap'
import { countType, measureOutput } from '../../scripts/bench/generate/output.js'
import { printSummary, summarize } from '../../scripts/bench/shared/summary.js'
import { table } from '../../scripts/shared/tools.js'

t.test('a summary is the median, the minimum and the maximum', async (t) => {
  t.same(summarize([3]), { median: 3, min: 3, max: 3 })
  t.same(summarize([10, 2, 3]), { median: 3, min: 2, max: 10 })
  t.same(summarize([4, 1, 2, 10]), { median: 3, min: 1, max: 10 })
  t.equal(printSummary({ median: 3, min: 1, max: 10 }), '3.00 (1.00-10.00)')
})

t.test('numbers in a table are aligned to the right', async (t) => {
  const rows = [
    ['a', 1, '-'],
    ['long', 200, 'x'],
  ]
  t.equal(table(['name', 'n', 'o'], rows), 'name    n  o\na       1  -\nlong  200  x')
  t.equal(table(['name'], []), 'name')
})

t.test('only types count as unknown or any', async (t) => {
  const cases: [text: string, count: number][] = [
    ['type A = any', 1],
    ['type A = any[] | Record<string, any>', 2],
    ['interface A { a: any; any: string; any?: string; "any": 1 }', 1],
    ['type A = \'any\' | "say any"', 0],
    ["type A = 'it\\'s any' | any", 1],
    ['/** any\n * any */ // any\ntype A = any // any', 1],
    ['type A = company | many | A.any | $any | anyOf', 0],
    ['interface A { any(x: any): any }', 2],
  ]
  for (const [text, count] of cases) t.equal(countType('any', text), count, text)
})

t.test('generated code is counted and compiled', async (t) => {
  const folder = t.testdir({
    'types.ts': "import { b } from './values.js'\nexport type A = unknown | typeof b\n",
    'values.ts': 'export const b = 1 as any\n',
    'document.json': '{}\n',
  })
  const found = await measureOutput(folder, { types: /^types/, forNode: true })
  t.match(found, { lines: 3, unknown: 1, any: 0, tscErrors: 0 })
  t.ok(found.tscSeconds > 0)
})

t.test('errors of the compiler are counted, also one without a position', async (t) => {
  const folder = t.testdir({
    inner: { 'a.ts': 'export const a: 1 = 2\nexport const b: 1 = 2\n' },
    none: {},
  })
  const options = { types: /\.ts$/, forNode: false }
  t.match(await measureOutput(join(folder, 'inner'), options), { tscErrors: 2 })
  t.match(await measureOutput(join(folder, 'none'), options), { lines: 0, tscErrors: 1 })
})
