import { join } from 'node:path'
import t from 'tap'
import { countType, measureOutput } from '../../scripts/bench/generate/output.js'
import { explainGrowth } from '../../scripts/bench/memory/trend.js'
import { explainNoise } from '../../scripts/bench/serve/noise.js'
import { serveTable } from '../../scripts/bench/serve/report.js'
import type { Round } from '../../scripts/bench/serve/round.js'
import { printSummary, summarize } from '../../scripts/bench/shared/summary.js'

t.test('a summary is the median, the minimum and the maximum', async (t) => {
  t.same(summarize([3]), { median: 3, min: 3, max: 3 })
  t.same(summarize([10, 2, 3]), { median: 3, min: 2, max: 10 })
  t.same(summarize([4, 1, 2, 10]), { median: 3, min: 1, max: 10 })
  t.equal(printSummary({ median: 3, min: 1, max: 10 }), '3.00 (1.00-10.00)')
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

t.test('growth is the slope of the line through the measurements', async (t) => {
  const cases: [bytes: number[], want: string][] = [
    [[5, 5, 5], 'flat (0.00 bytes for each request)'],
    [[0, 80, 160], 'it grows (8.00 bytes for each request)'],
    [[0, 8, 16], 'flat (0.80 bytes for each request)'],
    [[100, 0], 'flat (-10.00 bytes for each request)'],
    [[0, 10, 0, 10, 0], 'flat (0.00 bytes for each request)'],
    [[5], 'too few requests to tell'],
  ]
  for (const [bytes, want] of cases) {
    const points = bytes.map((each, at) => ({ requests: at * 10, megabytes: each / 2 ** 20 }))
    t.equal(explainGrowth('heap', points), `heap: ${want}`)
  }
})

const round = (processor: number, others = 0): Round => ({
  ...{ processor, others, rate: 1000, p50: 1, p99: 2 },
  ...{ megabytes: 100.4, blocked: Number.NaN },
})

t.test('a machine is noisy if others take a core, or if rounds differ', async (t) => {
  const quiet = [round(10), round(10.9)]
  const cases: [want: RegExp, servers: Round[][], cores: number][] = [
    [/^The machine was quiet: .* 0\.00 of 2 cores, .* differ by 9 %\.$/, [quiet], 2],
    [/^Warning: the machine was noisy: .* differ by 18 %\. /, [[round(10), round(12)]], 8],
    [/quiet/, [quiet, quiet, [round(10), round(20)]], 2],
    [/noisy: other programs took 0\.30 of 2 cores\. /, [[round(10, 0.3)]], 2],
    [/quiet: other programs took 0\.30 of 4 cores\.$/, [[round(10, 0.3)]], 4],
    [/noisy: other programs took 2\.30 of 4 cores\./, [[round(10, 2.3)]], 4],
    [/quiet/, [[round(10, 1), round(10, 0), round(10, 0)]], 2],
    [/noisy/, [[round(10)]], 1],
  ]
  for (const [want, servers, cores] of cases) t.match(explainNoise(servers, cores), want)
})

t.test('figures have the ratio to the server by hand, if it was measured', async (t) => {
  const rounds = [round(10), round(20), round(12)]
  const both = new Map([
    ['node:http', rounds],
    ['Fastify by hand', [round(24)]],
  ] as const)
  const [, , first, second] = serveTable(both).replace(/ +/g, ' ').split('\n')
  t.equal(first, '| node:http | 12.0 (10.0-20.0) | 0.50 | 1000 | 1.00 | 2.00 | 100 | - |')
  t.match(second, '| Fastify by hand | 24.0 (24.0-24.0) | 1.00 ')
  t.match(serveTable(new Map([['node:http', rounds]])), /\| 12\.0 \(10\.0-20\.0\) +\| - +\| 1000/)
})
