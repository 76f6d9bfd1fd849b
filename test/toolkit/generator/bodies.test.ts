import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { MediaType, Response } from '#toolkit/generator/model/model.js'
import { tableOf } from '../../helpers/rows.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'

interface Found {
  readonly media: MediaType | undefined
  readonly responses: readonly Response[] | undefined
  readonly warnings: string[]
}

/** The first media type of a request body, the responses, and what the generator says of them. */
function read(content: string, more = '', status = 204): Found {
  const document = `openapi: 3.2.0
info: { title: T, version: '1' }
paths: { /x: { post: { operationId: x, requestBody: { content: ${content} }, responses: { '${status}': { description: None.${more} } } } } }
components: { schemas: { Ref: { properties: { data: {} } }, Six: { allOf: [{ oneOf: [{ anyOf: [{ allOf: [{ oneOf: [{ anyOf: [{ $ref: '#/components/schemas/Ref' }] }] }] }] }] }] } } }`
  const { model, warnings } = generateFrom(parse('a.yaml', document), {
    ignore: ['unresolved-reference'],
  })
  return {
    media: model.operations[0]?.requestBody?.content[0],
    responses: model.operations[0]?.responses,
    warnings: warnings.map(({ message }) => message),
  }
}

const media: [content: string, wanted: Partial<MediaType>][] = [
  ...tableOf<[content: string, wanted: Partial<MediaType>]>(`
  { 'application/json; v': {} } | {mediaType: application/json, kind: json}
  { application/jsonl: {} } | {kind: sequential, framing: json-lines}
  { application/geo+json-seq: {} } | {kind: sequential, framing: json-seq}
  { multipart/mixed: { itemSchema: {} } } | {kind: sequential}
  { text/event-stream: {} } | {framing: event-stream}
  { text/event-stream: { schema: { type: string } } } | {framing: event-stream-text}
  { text/event-stream: { schema: { items: { type: string } } } } | {framing: event-stream-text}
  { text/event-stream: { itemSchema: { properties: { data: {}, id: {} } } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: { properties: { id: {}, retry: {} } } } } | {framing: event-stream-json}
  { text/event-stream: { schema: { properties: { data: {}, object: {} } } } } | {framing: event-stream-json}
  { text/event-stream: { schema: { items: { properties: { event: {} } } } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: { oneOf: [{ $ref: '#/nowhere' }, { $ref: '#/components/schemas/Ref' }] } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: { $ref: '#/components/schemas/Six' } } } | {framing: event-stream-json}
  { text/event-stream: { itemSchema: { $ref: '#/nowhere' } } } | {framing: event-stream}
  { application/*+json: { schema: { type: array } } } | {kind: json}
  { application/json;a=b;C="d e";charset=UTF-8: {} } | {parameters: {a: b, c: d e}}
  { text/csv;charset=utf-8: {} } | {kind: text}
`),
  [
    '{ \'Application/JSON; V="1\\""; charset=UTF-8\': {} }',
    { mediaType: 'application/json', kind: 'json', parameters: { v: '1"' } },
  ],
  [
    '{ application/x-www-form-urlencoded: { schema: { properties: { a: { type: array }, b: { type: array }, c: {}, d: { type: object }, e: { type: object } } }, encoding: { a: { style: pipeDelimited }, b: { style: none, explode: false }, c: { allowReserved: true }, e: { style: deepObject, contentType: text/plain } } } }',
    {
      fields: [
        { name: 'a', style: 'pipeDelimited', explode: false },
        { name: 'b', style: 'form', explode: false },
        { name: 'c', style: 'form', explode: true, allowReserved: true },
        { name: 'd', style: 'content', explode: false, mediaType: 'application/json' },
        { name: 'e', style: 'deepObject', explode: true },
      ] as never,
    },
  ],
  [
    '{ multipart/form-data: { schema: { properties: { a: { type: string, format: binary } }, additionalProperties: { type: integer } }, encoding: { a: { contentType: image/* }, b: {} } } }',
    {
      files: { a: 'one' },
      fields: [],
      rest: { scalars: ['integer'] },
      contentTypes: { a: 'image/*' },
    },
  ],
]

for (const [content, wanted] of media) {
  t.test(`${content} is ${JSON.stringify(wanted)}`, async (t) => {
    const { media } = read(content)
    t.match(media, wanted)
    if (!('framing' in wanted)) t.notOk(media && 'framing' in media)
    if (!('parameters' in wanted)) t.notOk(media && 'parameters' in media)
  })
}

t.test('what can have no body has none', async (t) => {
  const { warnings } = read('{ text/plain: {} }', ', content: { text/plain: {} }')
  t.same(warnings, ['a response of this status has no body; what is written of one is left out'])
})

t.test('what is typed and not served is told', async (t) => {
  const { warnings } = read('{ multipart/mixed: { itemSchema: {} } }')
  t.same(warnings, ['a request body of multipart/mixed is typed and not served yet'])
})

t.test('a schema that is not one of bytes is not checked where bytes are', async (t) => {
  const { warnings } = read('{ image/png: { schema: { properties: { a: {} } } } }')
  t.same(warnings, ['image/png is bytes, which its schema does not describe: it is not checked'])
})

t.test('an error beside a file of Swagger 2.0 is JSON', async (t) => {
  const { model, warnings } = generateFrom(
    parse(
      'a.yaml',
      `swagger: '2.0'
info: { title: T, version: '1' }
paths: { /x: { get: { produces: [image/png, image/gif], responses: { '200': { description: D, schema: { type: file } }, '404': { description: D, schema: { $ref: '#/definitions/E' } } } } } }
definitions: { E: { type: object } }`,
    ),
  )
  t.same(
    model.operations[0]?.responses.map(({ content }) => content.map(({ mediaType }) => mediaType)),
    [['image/png', 'image/gif'], ['application/json']],
  )
  t.same(
    warnings.map(({ message }) => message),
    [
      '`produces` has image/png, image/gif, and this describes no bytes; taken for application/json',
    ],
  )
})

t.test('a response that is not written from values is bytes', async (t) => {
  const { warnings, responses } = read(
    '{ application/json: {} }',
    ', content: { multipart/mixed: { itemSchema: {} }, text/plain: {} }',
    200,
  )
  t.same(warnings, [
    'a response of multipart/mixed is not written from values: a handler returns its bytes',
  ])
  t.same(responses?.[0]?.content, [
    { mediaType: 'multipart/mixed', kind: 'binary' },
    { mediaType: 'text/plain', kind: 'text' },
  ])
})

t.test('bodies of every kind compile, received and sent', async (t) => {
  const schema = '{ type: object, properties: { a: { type: string, format: binary } } }'
  const types = [
    ...['application/json', 'text/plain', 'application/octet-stream', 'application/jsonl'],
    ...['application/x-www-form-urlencoded', 'multipart/form-data', "'*/*'", "'application/*'"],
  ]
  const media = (schema: string) =>
    types
      .map((type) => `${type}: { schema: ${schema}, encoding: { a: { contentType: text/plain } } }`)
      .join()
  const open = `{ type: object, properties: { a: {} }, additionalProperties: { type: integer } }`
  const paths = [schema, open].map(
    (each, at) => `
  /${at}: { post: { operationId: x${at}, requestBody: { content: { ${media(each)} } }, responses: { '200': { description: D, content: { ${media(each)} } } } } }`,
  )
  const document = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:${paths.join('')}\n`
  const folder = codeFolder(t)
  await writeFiles(folder, generateFrom(parse('a.yaml', document)).files)
  t.same(await typeCheck(folder), [])
})
