import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'

/** Items of a list in a query, by whether an encoded comma between them is a delimiter. */
const TABLE = rowsOf(String.raw`
  true | { enum: [a, b] }
  true | { const: a }
  true | { type: string, format: uuid }
  true | { type: string, format: date-time }
  true | { type: string, pattern: '^\d+$' }
  true | { type: string, pattern: '^(?:[A-Z]{2}-?)+(x|y)?$' }
  true | { type: string, pattern: '^\p{L}\b\.$' }
  true | { type: string, pattern: '^a$|^b$' }
  true | { type: string, pattern: '^$' }
  true | { allOf: [{ type: string }, { enum: [a] }] }
  true | { anyOf: [{ enum: [a] }, { type: string, format: uuid }] }
  true | { oneOf: [{ enum: [a] }, { enum: [b] }] }
  true | { type: string, if: { maxLength: 1 }, then: { enum: [a] }, else: { format: uuid } }
  true | $Code
  false | { type: string }
  false | true
  false | { type: [integer, string] }
  false | { enum: [a, 'b,c'] }
  false | { type: string, const: 'a,' }
  false | { type: string, format: email }
  false | { type: string, format: unheard-of }
  false | { type: string, pattern: '^(?![,]).$' }
  false | { type: string, pattern: '^(a)\1$' }
  false | { type: string, pattern: '^a$|b' }
  false | { type: string, pattern: '^a$|b$' }
  false | { type: string, pattern: '\d+' }
  false | { type: string, pattern: '^.$' }
  false | { type: string, pattern: '^[^a]$' }
  false | { type: string, pattern: '^[+-9]$' }
  false | { type: string, pattern: '^\u002c$' }
  false | { type: string, pattern: '' }
  false | { type: string, pattern: '^' }
  false | { anyOf: [{ enum: [a] }, { type: string }] }
  false | { type: string, if: { maxLength: 1 }, then: { enum: [a] }, else: { maxLength: 5 } }
  false | { type: string, if: { maxLength: 1 }, then: { enum: [a] } }
  false | { type: string, then: { enum: [a] }, else: { format: uuid } }
  false | $Loop
`)

for (const [isFree, items] of TABLE) {
  t.test(`a list is free of commas in its items ${items}: ${isFree}`, async (t) => {
    const { model } = made(`
GET /: { parameters: [{ name: a, in: query, explode: false, schema: { type: array, items: ${items} } }] }
Code: { type: string, pattern: '^[A-Z]+$' }
Loop: { anyOf: [{ type: array, items: $Loop }, { type: string }] }`)
    const [parameter] = model.operations[0]?.parameterGroups[0]?.parameters ?? []
    t.equal(String(parameter?.coerce.commaFree ?? false), isFree)
  })
}
