import t from 'tap'
import { made, toldOf } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

/** The content of a request body, and its first media type as the model has it. */
const MEDIA = rowsOf(`
  { 'application/json; v': {} } | {mediaType: application/json, kind: json}
  { application/jsonl: {} } | {kind: sequential, framing: json-lines}
  { application/geo+json-seq: {} } | {kind: sequential, framing: json-seq}
  { application/x-ndjson: { schema: { type: string } } } | {kind: text}
  { application/json-seq: { schema: { format: binary } } } | {kind: binary}
  { application/jsonl: { itemSchema: { type: string } } } | {kind: sequential, framing: json-lines}
  { multipart/mixed: { itemSchema: {} } } | {kind: sequential}
  { text/event-stream: {} } | {framing: event-stream}
  { text/event-stream: { schema: { type: string } } } | {framing: event-stream-text}
  { text/event-stream: { schema: { items: { type: string } } } } | {framing: event-stream-text}
  { text/event-stream: { itemSchema: { properties: { data: {}, id: {} } } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: { properties: { id: {}, retry: {} } } } } | {framing: event-stream-json}
  { text/event-stream: { schema: { properties: { data: {}, object: {} } } } } | {framing: event-stream-json}
  { text/event-stream: { schema: { items: { properties: { event: {} } } } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: { oneOf: [{ $ref: '#/nowhere' }, $Ref] } } } | {framing: event-stream}
  { text/event-stream: { itemSchema: $Six } } | {framing: event-stream-json}
  { text/event-stream: { itemSchema: { $ref: '#/nowhere' } } } | {framing: event-stream}
  { application/*+json: { schema: { type: array } } } | {kind: json}
  { application/json;a=b;C="d e";charset=UTF-8: {} } | {parameters: {a: b, c: d e}}
  { text/csv;charset=utf-8: {} } | {kind: text}
  { 'Application/JSON; V="1\\""; charset=UTF-8': {} } | {mediaType: application/json, kind: json, parameters: {v: '1"'}}
  { application/x-www-form-urlencoded: { schema: { properties: { a: { type: array }, b: { type: array }, c: {}, d: { type: object }, e: { type: object } } }, encoding: { a: { style: pipeDelimited }, b: { style: none, explode: false }, c: { allowReserved: true }, e: { style: deepObject, contentType: text/plain } } } } | {fields: [{name: a, style: pipeDelimited, explode: false}, {name: b, style: form, explode: false}, {name: c, style: form, explode: true, allowReserved: true}, {name: d, style: content, explode: false, mediaType: application/json}, {name: e, style: deepObject, explode: true}]}
  { multipart/form-data: { schema: { properties: { a: { type: string, format: binary } }, additionalProperties: { type: integer } }, encoding: { a: { contentType: image/* }, b: {} } } } | {files: {a: one}, fields: [], rest: {scalars: [integer]}, contentTypes: {a: image/*}}
`)

for (const [content = '', cell = ''] of MEDIA) {
  t.test(`${content} is ${cell}`, async (t) => {
    const document = `
openapi: 3.2.0
POST /x: { requestBody: { content: ${content} } }
Ref: { properties: { data: {} } }
Six: { allOf: [{ oneOf: [{ anyOf: [{ allOf: [{ oneOf: [{ anyOf: [$Ref] }] }] }] }] }] }`
    const { model } = made(document, { ignore: ['unresolved-reference'] })
    const [media] = model.operations[0]?.requestBody?.content ?? []
    const wanted = yamlOf(cell) as object
    t.match(media, wanted)
    if (!('framing' in wanted)) t.notOk(media && 'framing' in media)
    if (!('parameters' in wanted)) t.notOk(media && 'parameters' in media)
  })
}

/** What a document says of bodies that is not so, and what is told of it. */
const TOLD = rowsOf(`
  GET /: { responses: { 204: { description: d, content: { text/plain: {} } } } } | a response of this status has no body; what is written of one is left out
  { openapi: 3.2.0, POST /: { requestBody: { content: { multipart/mixed: { itemSchema: {} } } } } } | a request body of multipart/mixed is typed and not served yet
  POST /: { requestBody: { content: { image/png: { schema: { properties: { a: {} } } } } } } | image/png is bytes, which its schema does not describe: it is not checked
  POST /: { requestBody: { content: { image/png: { schema: { type: string, format: binary, maxLength: 9 } } } } } | 'maxLength' of a file is not checked: its bytes arrive while the handler runs
  { openapi: 3.2.0, GET /: { responses: { 200: { description: d, content: { multipart/mixed: { itemSchema: {} } } } } } } | a response of multipart/mixed is not written from values: a handler returns its bytes
  { swagger: '2.0', GET /: { produces: [image/png, image/gif], responses: { 200: { description: d, schema: { type: file } }, 404: { description: d, schema: { type: object } } } } } | 'produces' has image/png, image/gif, and this describes no bytes; taken for application/json
`)

for (const [document = '', told = ''] of TOLD) {
  t.test(told, async (t) => {
    const lines = toldOf(document)
    t.equal(lines.length, 1)
    t.ok(lines[0]?.endsWith(` ${told}`), lines.join())
  })
}

t.test('a response that is not written from values is bytes', async (t) => {
  const content = '{ multipart/mixed: { itemSchema: {} }, text/plain: {} }'
  const { model } = made(
    `{ openapi: 3.2.0, GET /: { responses: { 200: { description: d, content: ${content} } } } }`,
  )
  t.same(model.operations[0]?.responses[0]?.content, [
    { mediaType: 'multipart/mixed', kind: 'binary' },
    { mediaType: 'text/plain', kind: 'text' },
  ])
})

/** What a body of any media type is by its schema, which is left out where it is any text. */
const KINDS = rowsOf(`
  json | {type: object} | {type: integer} | {type: [array, 'null']} | {properties: {}} | {items: true} | {anyOf: [true]} | {additionalProperties: false} | true
  text | {type: string} | {type: string, title: t, description: d} | {type: string, example: a, examples: [a], deprecated: true}
  text of a schema | {type: string, minLength: 1} | {enum: [a, b]} | {type: string, contentMediaType: text/csv, contentEncoding: base64}
  binary | {format: binary} | {contentMediaType: image/png} | {contentEncoding: binary} | {type: [string, 'null'], format: binary} | {type: string, contentMediaType: a/b} | {properties: {}, format: binary}
  binary | none | {} | {description: d} | {enum: [a, 1]} | {type: [string, 'null']}
`)

for (const [kind = '', ...schemas] of KINDS) {
  t.test(`a body of any media type whose schema is one of ${schemas} is ${kind}`, async (t) => {
    const operations = schemas.map((schema, at) => {
      const media = schema === 'none' ? '{}' : `{ schema: ${schema} }`
      return `POST /${at}: { requestBody: { content: { '*/*': ${media} } } }\n`
    })
    for (const { requestBody } of made(operations.join('')).model.operations) {
      const [media] = requestBody?.content ?? []
      const more = media?.kind === 'text' && media.schema !== undefined ? ' of a schema' : ''
      t.equal(`${media?.kind}${more}`, kind)
    }
  })
}
