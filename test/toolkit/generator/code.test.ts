import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { belowHead } from './below-head.js'

const LONG = `list${'Very'.repeat(8)}LongNamed`
const AS_RESPONSE =
  "{ get: { responses: { '200': { description: d, content: { application/json: { schema: SCHEMA } } } } } }"

/** An operation, and a webhook of the same name. */
const named = (id: string) =>
  `paths: { /a: { get: { operationId: ${id}, responses: &none { '204': { description: d } } } } }
webhooks: { ${id}: { post: { operationId: ${id}Hook, responses: *none } } }`

/** Documents, and what stands in a file of their code. */
const table: Record<
  string,
  readonly [document: string, file: string, wanted: (string | RegExp)[], options?: GenerateOptions]
> = {
  'a handler of HEAD need not have the body that is not sent': [
    "paths: { /x: { get: { operationId: read, responses: &text { '200': { description: d, content: { text/plain: {} } } } }, head: { operationId: look, responses: *text } } }",
    'operations.ts',
    [/ReadResult200 \{[^}]*readonly body:/, /LookResult200 \{[^}]*readonly body\?:/],
  ],
  'headers of a sent response are those of the document, and others': [
    "paths: { /a: { get: { operationId: own, responses: { '204': { description: d, headers: { X-Id: { required: true, schema: { type: integer } } } } } } } }",
    'operations.ts',
    [/readonly headers: contract\.WithOthers<types\.\w+>/],
  ],
  'headers of a received response are those of the document': [
    "paths: {}\nwebhooks: { hook: { post: { operationId: hook, responses: { '204': { description: d, headers: { X-Id: { required: true, schema: { type: integer } } } } } } } }",
    'outgoing.ts',
    ['readonly headers: types.Hook204Headers\n'],
  ],
  'a short method is one line': [
    named('list'),
    'operations.ts',
    ['  list(request: ListRequest): contract.Answer<contract.Exact<ListResult>>\n'],
  ],
  'a long method is several lines': [
    named('listAllOfThings'),
    'operations.ts',
    [
      '  listAllOfThings(\n    request: ListAllOfThingsRequest,\n  ): contract.Answer<contract.Exact<ListAllOfThingsResult>>\n',
    ],
  ],
  'a webhook is one line as long as an editor shows it': [
    named('listAllOfThings'),
    'outgoing.ts',
    [
      '  listAllOfThings: { request: ListAllOfThingsHookRequest; result: ListAllOfThingsHookResult }\n',
    ],
  ],
  'a webhook with a long name is several lines': [
    named(LONG),
    'outgoing.ts',
    [
      `  ${LONG}: {\n    request: L${LONG.slice(1)}HookRequest\n    result: L${LONG.slice(1)}HookResult\n  }\n`,
    ],
  ],
  'a handler named new is a method': [
    "paths: { /x: { get: { operationId: new, responses: { '204': { description: d } } } } }",
    'operations.ts',
    ["  'new'(request: NewRequest)"],
  ],
  'a body of no media type is no body': [
    'paths: { /x: { post: { requestBody: { content: { plain: {} } } } } }',
    'operations.ts',
    [/^(?![\s\S]*body)/],
  ],
  'a serializer with a name in any script is called by it': [
    `paths:\n  /a: ${AS_RESPONSE.replace('SCHEMA', "{ properties: { a: { $ref: '#/components/schemas/Größe' }, b: { $ref: '#/components/schemas/大小' } } }")}
components: { schemas: { Größe: &object { type: object, properties: { c: { type: string } } }, 大小: *object } }`,
    'serializers.ts',
    ['+ writeGröße(a, omission)', '+ write大小(b, omission)'],
  ],
  'a schema that refers to nothing accepts any value, if that is asked for': [
    "components: { schemas: { A: { $ref: '#/components/schemas/B' } } }",
    'types.ts',
    ['export type A = unknown\n'],
    { ignore: ['unresolved-reference'] },
  ],
  'literals outside of int64 are no types': [
    'components: { schemas: { A: { type: integer, format: int64, enum: [1, 1.5, 1e21] } } }',
    'types.ts',
    ['export type A = 1n\n'],
  ],
  'a member named __proto__ stays one where parts of allOf are merged': [
    'components: { schemas: { A: { type: object, allOf: [{ properties: { a: { type: string } } }, { properties: { __proto__: { type: string } } }] } } }',
    'types.ts',
    ["  a?: string | undefined\n  ['__proto__']?: string | undefined\n"],
  ],
  'a base of Swagger 2.0 may be meant itself: its name is a value, too': [
    `swagger: '2.0'
info: { title: T, version: '1' }
paths: {}
definitions:
  Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
  big-cat: { allOf: [{ $ref: '#/definitions/Pet' }, { type: object, properties: { lives: { type: integer } } }] }`,
    'types.ts',
    [
      "export type Pet = (PetBase & { kind: 'Pet' }) | BigCat\n",
      "export interface BigCat extends PetBase {\n  kind: 'big-cat'\n",
    ],
    { discriminator: 'strict' },
  ],
}

for (const [name, [document, file, wanted, options = {}]] of Object.entries(table)) {
  t.test(name, async (t) => {
    const { files } = generateFrom(parse('a.yaml', belowHead(document)), options)
    const text = files.find((each) => each.name === file)?.text
    for (const each of wanted) t.match(text, each)
  })
}
