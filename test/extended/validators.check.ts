import process from 'node:process'
import t from 'tap'
import { compare } from '../toolkit/generator/validators/differential.js'

/** Number of seeds; `VALIDATOR_SEEDS=1000` tries more. */
const SEEDS = Number(process.env.VALIDATOR_SEEDS ?? 10)

for (const family of ['all', 'where Ajv is right'] as const) {
  t.test(`random schemas (${family}) have one verdict on random values`, async (t) => {
    for (let seed = 100; seed < 100 + SEEDS; seed++) {
      const { accepted, refused } = await compare(t, family, seed, 400)
      t.ok(accepted > 1_000 && refused > 1_000, `seed ${seed}: ${accepted}, ${refused}`)
    }
  })
}
