import t from 'tap'
import { KEYWORDS } from '#toolkit/openapi/schema/keywords.js'
import { compileSchemas } from '../../../helpers/compile-schemas.js'
import { shared, table } from './keywords-table.js'

t.test('each keyword that refuses values has a row', async (t) => {
  const text = JSON.stringify(table.map(([, schema]) => schema))
  for (const [keyword, { value, about, schemas }] of KEYWORDS) {
    // Of older drafts: the reader translates it.
    if (keyword === 'additionalItems') continue
    if ((value !== undefined && about !== undefined) || schemas !== undefined) {
      t.ok(text.includes(`"${keyword}":`), keyword)
    }
  }
})

t.test('each keyword has its verdict, and the explanation agrees', async (t) => {
  const rows = table.map(([, schema], index) => [`K${index}`, schema] as const)
  const { validators, explain } = await compileSchemas(t, {
    ...shared,
    ...Object.fromEntries(rows),
  })
  t.equal((globalThis as { hit?: unknown }).hit, undefined, 'no text is code')
  for (const [index, [name, , accepted, refused]] of table.entries()) {
    for (const [verdict, values] of [
      [true, accepted],
      [false, refused],
    ] as const) {
      for (const value of values) {
        t.equal(validators[`isK${index}`]?.(value), verdict, name)
        t.equal(explain(`K${index}`, value)[0]?.keyword === 'schema', verdict, `${name}, explained`)
      }
    }
  }
})
