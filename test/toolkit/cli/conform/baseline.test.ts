import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { readBaseline, writeBaseline } from '#toolkit/cli/conform/baseline.js'

const reportOf = (...keys: string[]) => ({ violations: keys.map((key) => ({ key })) }) as never

t.test(
  'what is written is known for 90 days, and what was known keeps its day until that is over',
  async (t) => {
    const file = path.join(t.testdir(), 'baseline.json')
    const dated = { key: 'dated', until: '2026-04-01' }
    const before = ['old', dated, { key: 'over', until: '2026-02-28' }, 'gone']
    const today = new Date('2026-03-01T12:00:00Z')
    await writeBaseline(file, reportOf('new', 'old', 'dated', 'over', 'new'), before, today)
    t.same(JSON.parse(readFileSync(file, 'utf8')), {
      known: [
        dated,
        { key: 'new', until: '2026-05-30' },
        'old',
        { key: 'over', until: '2026-05-30' },
      ],
    })
    t.equal((await readBaseline(file)).length, 4)
  },
)
