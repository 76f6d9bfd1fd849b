import t from 'tap'
import { compare } from './differential.js'

for (const family of ['all', 'where Ajv is right'] as const) {
  t.test(`random schemas (${family}) have one verdict on random values`, async (t) => {
    const { accepted, refused } = await compare(t, family, 1, 60)
    t.ok(accepted > 250, `${accepted} accepted`)
    t.ok(refused > 250, `${refused} refused`)
  })
}
