import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { explainNoise, othersSince } from '../../scripts/bench/serve/noise.js'
import { plot } from '../../scripts/bench/serve/plot.js'
import { captionOf, type Results, serveTable } from '../../scripts/bench/serve/report.js'
import type { Round } from '../../scripts/bench/serve/round.js'

const round = (processor: number, others = 0): Round => ({
  ...{ processor, others, rate: 1000, p50: 1, p99: 2 },
  ...{ megabytes: 100.4, blocked: Number.NaN },
})

t.test('a machine is noisy if others take a core, or if rounds differ', async (t) => {
  const quiet = [round(10), round(10.9)]
  const cases: [want: RegExp, servers: Round[][], cores: number][] = [
    [
      /^The machine was quiet: .* took 0\.00 of 2 cores, and the rounds of a server differ by 9 %\.$/,
      [quiet],
      2,
    ],
    [
      /^Warning: the machine was noisy: .* differ by 18 %\. Measure again .*\(--runs\)/,
      [[round(10), round(12)]],
      8,
    ],
    [/quiet/, [quiet, quiet, [round(10), round(20)]], 2],
    [/noisy: other programs took 0\.30 of 2 cores\. /, [[round(10, 0.3)]], 2],
    [/quiet: other programs took 0\.30 of 4 cores\.$/, [[round(10, 0.3)]], 4],
    [/noisy: other programs took 2\.30 of 4 cores\./, [[round(10, 2.3)]], 4],
    [/quiet/, [[round(10, 1), round(10, 0), round(10, 0)]], 2],
    [/noisy/, [[round(10)]], 1],
  ]
  for (const [want, servers, cores] of cases) t.match(explainNoise(servers, cores), want)
})

t.test('cores of others are those that neither this process nor the server took', async (t) => {
  const others = othersSince()
  await wait(200)
  t.ok(others(0) >= 0)
  t.equal(others(1e12), 0, 'clocks that differ make no negative time')
})

t.test('the caption says how often and how long', async (t) => {
  const course = { connections: 64, warmUp: 3, seconds: 4 }
  t.match(captionOf(course, 1), /: `POST \/plants` over 64 connections, 1 round of 4 s, median/)
  t.match(captionOf(course, 5), /, 5 rounds of 4 s, /)
})

t.test('figures have the ratio to the server by hand, if it was measured', async (t) => {
  const rounds = [round(10), round(20), round(12)]
  const results: Results = new Map([
    ['node:http', rounds],
    ['Fastify by hand', [round(24)]],
  ])
  t.match(serveTable(results).split('\n').slice(2), [
    /^\| node:http +\| 12\.0 \(10\.0-20\.0\) +\| 0\.50 +\| 1000 +\| 1\.00 +\| 2\.00 +\| 100 +\| - +\|$/,
    /^\| Fastify by hand +\| 24\.0 \(24\.0-24\.0\) +\| 1\.00 /,
  ])
  t.match(serveTable(new Map([['node:http', rounds]])), /\| 12\.0 \(10\.0-20\.0\) +\| - +\| 1000/)
})

t.test(
  'a plot has a bar to the median, a line of the range, and its figures in words',
  async (t) => {
    const bars = [
      { name: 'a<b', summary: { median: 50, min: 40, max: 100 }, isOurs: false },
      { name: 'ours & more', summary: { median: 25, min: 25, max: 25 }, isOurs: true },
    ]
    const svg = plot('Time', 'In 2026.', 'µs', bars)
    t.match(svg, '<title id="title">Time</title>')
    const words = 'In 2026. a&lt;b: 50.0 (40.0-100.0) µs; ours &amp; more: 25.0 (25.0-25.0) µs.'
    t.match(svg, `<desc id="desc">${words}</desc>`)
    const [, width] = /class="bar" x="230" y="50" width="([\d.]+)"/.exec(svg) ?? []
    const [, ours] = /class="bar ours" x="230" y="80" width="([\d.]+)"/.exec(svg) ?? []
    t.equal(Number(width), 2 * Number(ours), 'as long as the median')
    const [, min, max] = /d="M([\d.]+) 56v10M[\d.]+ 61H([\d.]+)M/.exec(svg) ?? []
    t.same([Number(min), Number(max)], [230 + 0.8 * Number(width), 230 + 2 * Number(width)])
    t.match(svg, /@media \(prefers-color-scheme: dark\)/)
    t.match(svg, '>ours &amp; more</text>')
  },
)
