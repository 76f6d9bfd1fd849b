import t from 'tap'
import { sharedSchema } from '#toolkit/generator/emit/emit-schemas.js'
import { named } from '../../helpers/compile-schemas.js'
import { explainer } from '../../helpers/explainer.js'
import { goldenRows } from '../../helpers/golden.js'
import { randomSchemas, randomValue } from '../generator/validators/random.js'
import { chance } from '../runtime/json/random.js'

t.test('random values are explained as they were', async (t) => {
  const schemas = randomSchemas(3, 60)
  const explain = explainer(named(schemas).map(sharedSchema))
  const random = chance(3)
  const rows = Object.keys(schemas).flatMap((name) =>
    [1, 2, 3, 4].map(() => {
      const value = randomValue(random)
      return [`${name} ${JSON.stringify(value)}`, [JSON.stringify(explain(name, value))]] as const
    }),
  )
  goldenRows(t, 'random-explanations.txt', rows)
})
