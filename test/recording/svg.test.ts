import t from 'tap'
import { recordingSvg } from '../../scripts/recording/svg.js'

t.test('a recording shows its lines one after the other, and breaks long ones', async (t) => {
  const long = `spec.yaml:1:2 #/info ${'x'.repeat(100)}`
  const svg = recordingSvg('a <title>', [
    { at: 0, text: '$ npm run dev && true', isTyped: true },
    { at: 2.5, text: long, isTyped: false },
    { at: 2.5, text: '', isTyped: false },
  ])
  const rows = [
    ...svg.matchAll(/<text class="late([^"]*)" style="animation-delay: ([\d.]+)s" .*?>(.*?)</g),
  ]
  t.same(
    rows.map(([, kind, at, text]) => [kind, at, text]),
    [
      [' typed', '0.0', '$ npm run dev &amp;&amp; true'],
      [' problem', '2.5', long.slice(0, 104)],
      [' problem', '2.5', long.slice(104)],
      ['', '2.5', ''],
    ],
  )
  t.match(svg, '<title id="title">a &lt;title&gt;</title>')
  t.notMatch(svg, /<script|href/)
})
