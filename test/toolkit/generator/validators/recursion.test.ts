import t from 'tap'
import { repeatedSchemas } from '#toolkit/generator/emit/validators/context.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'

const self = { $ref: '#/$defs/A' }

/** Schemas that contain themselves, by whether another schema applies to the same value. */
const table: [isRepeated: boolean, schemas: Schema[]][] = [
  [
    true,
    [
      ...[{ allOf: [self] }, { anyOf: [self] }, { oneOf: [self] }, { not: self }, { if: self }],
      ...[
        { dependentSchemas: { a: self } },
        { contains: self },
        { patternProperties: { a: self } },
      ],
      ...[{ unevaluatedItems: self }, { unevaluatedProperties: self }],
      ...[{ ...self, items: true }, { items: { not: self } }],
    ],
  ],
  [
    false,
    [self, { items: self }, { properties: { a: self } }, { additionalProperties: self }, true],
  ],
]

for (const [isRepeated, schemas] of table) {
  for (const schema of schemas) {
    t.test(`${JSON.stringify(schema)} could ask twice: ${isRepeated}`, async (t) => {
      t.same([...repeatedSchemas([{ name: 'A', schema }])], isRepeated ? ['A'] : [])
    })
  }
}

t.test('what does not contain itself asks once', async (t) => {
  t.same([...repeatedSchemas([{ name: 'B', schema: { not: { type: 'string' } } }])], [])
})
