import t from 'tap'
import { knownKeys } from '#toolkit/conformance/report/baseline.js'

t.test('a violation is known until the end of its day', async (t) => {
  const baseline = ['a', { key: 'b', until: '2026-12-31' }]
  const known = (day: string) => [...knownKeys(baseline, new Date(day))]
  t.same(known('2026-12-31T23:59:59Z'), ['a', 'b'])
  t.same(known('2027-01-01T00:00:00Z'), ['a'])
})
