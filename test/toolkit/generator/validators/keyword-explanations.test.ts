import t from 'tap'
import { sharedSchema } from '#toolkit/generator/emit/emit-schemas.js'
import { named } from '../../../helpers/compile-schemas.js'
import { explainer } from '../../../helpers/explainer.js'
import { goldenRows } from '../../../helpers/golden.js'
import { shared, table } from './keywords-table.js'

const rows = table.map(([, schema], index) => [`K${index}`, schema] as const)
const schemas = { ...shared, ...Object.fromEntries(rows) }

t.test('each keyword is explained as it was', async (t) => {
  const explain = explainer(named(schemas).map(sharedSchema))
  const rows = table.map(([name, , , refused], index) => {
    return [name, refused.flatMap((value) => explain(`K${index}`, value).map(text))] as const
  })
  goldenRows(t, 'explanations.txt', rows)
})

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
}
