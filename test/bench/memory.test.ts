import t, { type Test } from 'tap'
import { benchMemory } from '../../scripts/bench/memory/bench-memory.js'
import { explainGrowth } from '../../scripts/bench/memory/trend.js'
import { createRequest } from '../../scripts/bench/serve/requests.js'
import { runCommand } from '../helpers/command.js'

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

t.test('a benchmark of memory creates the same plants again', async (t) => {
  const next = createRequest(80, 2)
  const ids = [next(), next(), next()].map((each) => /"id":(\d)/.exec(each.toString())?.[1])
  t.same(ids, ['1', '2', '1'])
})

async function bench(t: Test, requests: number | undefined, seconds: number) {
  const course = { connections: 2, seconds, requests: 1 }
  const { out } = await runCommand(t, async () => {
    await benchMemory({ runs: 1, ignore: [], requests }, course)
    return 0
  })
  return out
}

t.test('memory is printed from time to time, and how it grows', async (t) => {
  const [, title, ...lines] = await bench(t, 1000, 0.03)
  t.equal(title, 'ours, memory: 1000 requests for 1000 plants')
  const [resident, heap] = lines.splice(-2)
  t.ok(lines.length > 1)
  for (const line of lines)
    t.match(line, /^ +\d+ requests: \d+\.\d MB resident, \d+\.\d\d MB heap$/)
  t.match(resident, /^resident: (flat|it grows) \(-?\d+\.\d\d bytes for each request\)$/)
  t.match(heap, /^heap: (flat|it grows) \(-?\d+\.\d\d bytes for each request\)$/)
})

t.test('one measurement tells nothing of growth', async (t) => {
  const out = await bench(t, undefined, 0.01)
  t.same(out.slice(-2), ['resident: too few requests to tell', 'heap: too few requests to tell'])
})
