import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

function conditional(first: object, second: object | undefined): object {
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  return { type: 'string', if: { maxLength: 1 }, then: first, else: second }
}

/** Items of a list in a query, and whether an encoded comma between them is a delimiter. */
const table: readonly (readonly [items: object | boolean, isFree: boolean])[] = [
  [{ type: 'string' }, false],
  [true, false],
  [{ type: ['integer', 'string'] }, false],
  [{ enum: ['a', 'b'] }, true],
  [{ enum: ['a', 'b,c'] }, false],
  [{ const: 'a' }, true],
  [{ type: 'string', const: 'a,' }, false],
  [{ type: 'string', format: 'uuid' }, true],
  [{ type: 'string', format: 'date-time' }, true],
  [{ type: 'string', format: 'email' }, false],
  [{ type: 'string', format: 'unheard-of' }, false],
  [{ type: 'string', pattern: '^\\d+$' }, true],
  [{ type: 'string', pattern: '^(?:[A-Z]{2}-?)+(x|y)?$' }, true],
  [{ type: 'string', pattern: '^\\p{L}\\b\\.$' }, true],
  [{ type: 'string', pattern: '^(?![,]).$' }, false],
  [{ type: 'string', pattern: '^(a)\\1$' }, false],
  [{ type: 'string', pattern: '^a$|^b$' }, true],
  [{ type: 'string', pattern: '^a$|b' }, false],
  [{ type: 'string', pattern: '^a$|b$' }, false],
  [{ type: 'string', pattern: '\\d+' }, false],
  [{ type: 'string', pattern: '^.$' }, false],
  [{ type: 'string', pattern: '^[^a]$' }, false],
  [{ type: 'string', pattern: '^[+-9]$' }, false],
  [{ type: 'string', pattern: '^\\u002c$' }, false],
  [{ type: 'string', pattern: '^$' }, true],
  [{ type: 'string', pattern: '' }, false],
  [{ type: 'string', pattern: '^' }, false],
  [{ allOf: [{ type: 'string' }, { enum: ['a'] }] }, true],
  [{ anyOf: [{ enum: ['a'] }, { type: 'string', format: 'uuid' }] }, true],
  [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, false],
  [{ oneOf: [{ enum: ['a'] }, { enum: ['b'] }] }, true],
  [conditional({ enum: ['a'] }, { format: 'uuid' }), true],
  [conditional({ enum: ['a'] }, { maxLength: 5 }), false],
  [conditional({ enum: ['a'] }, undefined), false],
  [{ ...conditional({ enum: ['a'] }, { format: 'uuid' }), if: undefined }, false],
  [{ $ref: '#/components/schemas/Code' }, true],
  [{ $ref: '#/components/schemas/Loop' }, false],
]

t.test('a list is free of commas in its items by all that its schema says', async (t) => {
  for (const [items, isFree] of table) {
    const schema = { type: 'array', items }
    const parameters = [{ name: 'a', in: 'query', explode: false, schema }]
    const get = { operationId: 'x', parameters, responses: { 204: { description: 'd' } } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/': { get } },
      components: {
        schemas: {
          Code: { type: 'string', pattern: '^[A-Z]+$' },
          Loop: {
            anyOf: [
              { type: 'array', items: { $ref: '#/components/schemas/Loop' } },
              { type: 'string' },
            ],
          },
        },
      },
    }
    const { model } = generateFrom(parse('a.json', JSON.stringify(document)))
    const [parameter] = model.operations[0]?.parameterGroups[0]?.parameters ?? []
    t.equal(parameter?.coerce.commaFree ?? false, isFree, JSON.stringify(items))
  }
})
