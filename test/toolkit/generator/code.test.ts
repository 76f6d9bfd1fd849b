import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'

const LONG = `list${'Very'.repeat(8)}LongNamed`
const responses =
  'responses: { 204: { description: d, headers: { X-Id: { required: true, schema: { type: integer } } } } }'
const hook = (name: string) =>
  `webhooks: { ${name}: { post: { operationId: ${name}Hook, ${responses} } } }`

/** Documents, and what stands in a file of their code, where \n is a new line. */
const TABLE = rowsOf(String.raw`
  headers of a sent response are those of the document, and others | operations.ts | GET /a: { operationId: own, ${responses} } | readonly headers: contract.WithOthers<types.Own204Headers>
  headers of a received response are those of the document | outgoing.ts | ${hook('new')} | readonly headers: types.NewHook204Headers\n
  a short method is one line | operations.ts | GET /a: { operationId: list } | \n  list(request: ListRequest): contract.Answer<contract.Exact<ListResult>>\n
  a long method is several lines | operations.ts | GET /a: { operationId: listAllOfThings } | listAllOfThings(\n    request: ListAllOfThingsRequest,\n  ): contract.Answer<contract.Exact<ListAllOfThingsResult>>\n
  a webhook is one line as long as an editor shows it | outgoing.ts | ${hook('listAllOfThings')} | listAllOfThings: { request: ListAllOfThingsHookRequest; result: ListAllOfThingsHookResult }\n
  a webhook with a long name is several lines | outgoing.ts | ${hook(LONG)} | ${LONG}: {\n    request: L${LONG.slice(1)}HookRequest\n    result: L${LONG.slice(1)}HookResult\n  }\n
  a handler named new is a method | operations.ts | GET /x: { operationId: new } | 'new'(request: NewRequest)
  a serializer with a name in any script is called by it | serializers.ts | { GET /a: { 200: { properties: { a: { $ref: '#/components/schemas/Größe' }, b: { $ref: '#/components/schemas/大小' } } } }, components: { schemas: { Größe: { properties: { c: { type: string } } }, 大小: { properties: { c: { type: string } } } } } } | + writeGröße(a, omission) | + write大小(b, omission)
  a schema that refers to nothing accepts any value, if that is asked for | types.ts | A: $B | export type A = unknown\n
  literals outside of int64 are no types | types.ts | A: { type: integer, format: int64, enum: [1, 1.5, 1e21] } | export type A = 1n\n
  a member named __proto__ stays one where parts of allOf are merged | types.ts | A: { type: object, allOf: [{ properties: { a: { type: string } } }, { properties: { __proto__: { type: string } } }] } | a?: string | undefined\n  ['__proto__']?: string | undefined\n
`)

for (const [name, file = '', document = '', ...parts] of TABLE) {
  t.test(`code: ${name}`, async (t) => {
    const { text } = made(document, { ignore: ['unresolved-reference'] })
    for (const part of parts) t.ok(text(file).includes(part.replaceAll('\\n', '\n')), part)
  })
}

t.test('a handler of HEAD need not have the body that is not sent', async (t) => {
  const sent = "responses: { '200': { description: d, content: { text/plain: {} } } }"
  const operations = `GET /x: { operationId: read, ${sent} }\nHEAD /x: { operationId: look, ${sent} }`
  const text = made(operations).text('operations.ts')
  t.match(text, /ReadResult200 \{[^}]*readonly body:/)
  t.match(text, /LookResult200 \{[^}]*readonly body\?:/)
})

t.test('a body of no media type is no body', async (t) => {
  const { text } = made('POST /x: { requestBody: { content: { plain: {} } } }')
  t.notMatch(text('operations.ts'), 'body')
})
