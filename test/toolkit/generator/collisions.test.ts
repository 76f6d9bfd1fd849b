import t from 'tap'
import { inFull, made, problemsOf } from '../../helpers/made.js'
import { contractOf } from '../../helpers/serve-document.js'
import { talks } from '../runtime/keeping.js'

const ID = '{ type: integer, format: int64 }'
const NAMES =
  'json Serializer Conversions validators validation Validator RegExp Promise Record Array Date Error Object Function contract schemas serializers int64 conversions Handlers Contract toString valueOf branch0 isA é ü string default Exclude NonNullable'

t.test('no name of a document clashes with one of generated code', async (t) => {
  const schemas = NAMES.split(' ').map(
    (name) =>
      `${name}: { type: object, description: validators. int64. schemas., properties: { valueOf: ${ID}, a: { oneOf: [${ID}, { type: string }] } } }`,
  )
  const operations = NAMES.split(' ').map((name, at) => {
    const schema = `{ $ref: '#/components/schemas/${name}' }`
    return `POST /${at}: { operationId: ${at === 0 ? 'operation' : `op${at}`}, body: ${schema}, 200: ${schema} }`
  })
  const document = `
info: { title: All validators., version: '1' }
components: { schemas: { ${schemas.join(', ')} } }
${operations.join('\n')}`
  t.same(await problemsOf(t, made(document).files), [])
  await contractOf(t, inFull(document), { language: 'typescript' })
})

t.test('schemas with similar names have separate validators', (t) =>
  talks(
    t,
    `
POST /0: { body: { $ref: '#/components/schemas/pet' }, 200: { $ref: '#/components/schemas/pet' } }
POST /1: { body: $Pet, 200: $Pet }
POST /2: { body: $Pet_oneOf_0, 200: $Pet_oneOf_0 }
POST /3: { body: $A, 200: $A }
POST /4: { body: $B, 200: $B }
POST /5: { body: $C, 200: $C }
components: { schemas: { pet: { type: object, required: [id], properties: { id: ${ID} } } } }
Pet: { oneOf: [${ID}, { type: string }] }
Pet_oneOf_0: { type: boolean }
A: { enum: ['export const isB_ = ', x] }
B: { type: string }
C: { type: object, properties: { a-b: { oneOf: [{ type: integer, format: int64, minimum: 100 }, { type: string }] }, a_b: { oneOf: [{ type: integer, format: int64, maximum: 5 }, { type: number, minimum: 50 }] } } }`,
    `
POST /0 "not an object" -> 400
POST /0 {"id":1} -> 200 {"id":1} of { id: 1n }
POST /1 5 -> 200 5 of 5n
POST /1 true -> 400
POST /2 5 -> 400
POST /2 true -> 200 true of true
POST /3 "x" -> 200 "x" of 'x'
POST /4 "x" -> 200 "x" of 'x'
POST /4 5 -> 400
POST /5 {"a-b":200,"a_b":200} -> 200 {"a-b":200,"a_b":200} of { 'a-b': 200n, a_b: 200 }
POST /5 {"a-b":5} -> 400`,
  ),
)

t.test('a member with the name of a serializer is sent', (t) =>
  talks(
    t,
    `
POST /0: { body: $Access, 200: $Access }
Access: { type: object, properties: { of: $Access, write-access: { type: string }, writeAccess: { type: string } } }`,
    `
POST /0 {"of":{"writeAccess":"a"},"write-access":"b"} -> 200 {"of":{"writeAccess":"a"},"write-access":"b"}`,
  ),
)
