import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { talks } from '../runtime/keeping.js'

const ID = '{ type: integer, format: int64 }'

/** Parts of a parameter, and what its texts become where int64 is number. */
const PARTS = rowsOf(`
  { type: object, properties: { id: ${ID} } } | {object: {id: {scalars: [integer]}}}
  { type: array, prefixItems: [${ID}], items: { additionalProperties: ${ID}, type: object } } | {array: {rest: {scalars: [integer]}}, prefix: [{scalars: [integer]}]}
`)

for (const [schema = '', coerce = ''] of PARTS) {
  t.test(`an int64 inside of ${schema} is a number where int64 is number`, async (t) => {
    const document = `GET /: { parameters: [{ name: a, in: query, schema: ${schema} }] }`
    const { model } = made(document, { int64: 'number' })
    t.match(model.operations[0]?.parameterGroups[0]?.parameters[0]?.coerce, yamlOf(coerce))
  })
}

t.test('with --int64 number an int64 is a number, and what none can hold is refused', (t) =>
  talks(
    t,
    `
POST /x/{id}: { parameters: [{ name: id, in: path, required: true, schema: ${ID} }, { name: ids, in: query, schema: { type: array, items: ${ID} } }], body: $Holder, 200: $Holder }
Holder: { type: object, required: [id], properties: { id: ${ID}, any: { oneOf: [${ID}, { type: string }] } }, dependentSchemas: { any: { properties: { any: ${ID} } } } }`,
    `
POST /x/9007199254740991?ids=1&ids=-9007199254740991 {"id":9007199254740991,"any":1} -> 200 {"id":9007199254740991,"any":1} of { id: 9007199254740991, any: 1 }
POST /x/1 {"id":1.0} -> 200 {"id":1} of { id: 1 }
POST /x/1 {"id":9007199254740993} -> 400 {"error":40002,"message":"The request breaks the contract: body/id must be int64 up to 2^53."}
POST /x/1 {"id":9007199254740992} -> 400
POST /x/1 {"id":9223372036854775808} -> 400
POST /x/1 {"id":9223372036854775807} -> 400
POST /x/1 {"id":1.5} -> 400
POST /x/9007199254740993 {"id":1} -> 400
POST /x/1?ids=9223372036854775807 {"id":1} -> 400`,
    { int64: 'number' },
  ),
)
