import t from 'tap'
import { repeatedSchemas } from '#toolkit/generator/emit/validators/context.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'

/** Schemas that contain themselves, A, by whether another schema applies to the same value. */
const TABLE = rowsOf(`
  A | {allOf: [SELF]} | {anyOf: [SELF]} | {oneOf: [SELF]} | {not: SELF} | {if: SELF} | {dependentSchemas: {a: SELF}} | {contains: SELF} | {patternProperties: {a: SELF}}
  A | {unevaluatedItems: SELF} | {unevaluatedProperties: SELF} | {$ref: '#/$defs/A', items: true} | {items: {not: SELF}}
  none | SELF | {items: SELF} | {properties: {a: SELF}} | {additionalProperties: SELF} | true | {not: {type: string}}
`)

for (const [repeated, ...schemas] of TABLE) {
  for (const each of schemas) {
    t.test(`the schemas that could ask twice in A: ${each} are ${repeated}`, async (t) => {
      const schema = yamlOf(each.replaceAll('SELF', "{$ref: '#/$defs/A'}")) as Schema
      t.equal([...repeatedSchemas([{ name: 'A', schema }])].join() || 'none', repeated)
    })
  }
}
