import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const BINARY = '{ type: string, format: binary }'
const OBJECT = '{ type: object, required: [a], properties: { a: { const: 1 } } }'

/** A range of media types, its schema, and what the mock answers. */
const ranges: readonly [range: string, schema: string, type: string, body: string][] = [
  ['image/*', BINARY, 'image/png', 'bytes'],
  ['audio/*', '{}', 'audio/mpeg', 'bytes'],
  ['font/*', BINARY, 'font/octet-stream', 'bytes'],
  ['text/*', '{ type: string }', 'text/plain; charset=utf-8', 'text'],
  ['application/*', BINARY, 'application/octet-stream', 'bytes'],
  ['application/*', OBJECT, 'application/json; charset=utf-8', '{"a":1}'],
  ['application/*+json', OBJECT, 'application/x+json; charset=utf-8', '{"a":1}'],
  ["'*/*'", OBJECT, 'application/json; charset=utf-8', '{"a":1}'],
  ["'*/*'", BINARY, 'application/octet-stream', 'bytes'],
]

const paths = ranges.map(
  ([range, schema], index) =>
    `  /${index}: { get: { operationId: get${index}, responses: { '200': { description: D., content: { ${range}: { schema: ${schema} } } } } } }`,
)

const text = `openapi: 3.1.0\ninfo: { title: Ranges, version: '1' }\npaths:\n${paths.join('\n')}\n`
const contract = await contractOf(t, text)
const document = parse('openapi.yaml', text).value as object
const app = await serveContract(t, contract, { missing: mock(contract, { document }) })

for (const [index, [range, schema, type, body]] of ranges.entries()) {
  t.test(`an answer of ${range} with ${schema} is ${type}`, async (t) => {
    const response = await app.inject(`/${index}`)
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.headers['content-type'], type)
    t.equal(response.body, body)
  })
}

t.test('a media type that is documented beside a range is not used for the range', async (t) => {
  const one = (type: string, value: string) => {
    const kind = /\d/.test(value) ? 'integer' : 'string'
    return `${type}: { schema: { type: ${kind}, const: ${value} } }`
  }
  const ranges = [
    ['application/*', '1', 'application/x+json; charset=utf-8', '1'],
    ["'*/*'", '2', 'application/x+json; charset=utf-8', '2'],
    ['text/*', 'a', 'text/x; charset=utf-8', 'a'],
    ["'*/*'", 'b', 'text/x; charset=utf-8', 'b'],
  ] as const
  const others = `${one('application/json', 'c')}, ${one('text/plain', 'd')}`
  const every = `${one('application/*', 'e')}, ${one('text/*', 'f')}`
  const last = `  /4: { get: { operationId: get4, responses: { '200': { description: D., content: { ${one("'*/*'", '3')}, ${every} } } } } }`
  const paths = ranges.map(
    ([range, value], at) =>
      `  /${at}: { get: { operationId: get${at}, responses: { '200': { description: D., content: { ${one(range, value)}, ${others} } } } } }`,
  )
  const text = `openapi: 3.1.0\ninfo: { title: Ranges, version: '1' }\npaths:\n${[...paths, last].join('\n')}\n`
  const contract = await contractOf(t, text)
  const document = parse('openapi.yaml', text).value as object
  const app = await serveContract(t, contract, { missing: mock(contract, { document }) })
  t.match((await app.inject('/4')).headers['content-type'], 'model/x+json')
  for (const [at, [, , type, body]] of ranges.entries()) {
    const { headers, ...response } = await app.inject(`/${at}`)
    t.same([headers['content-type'], response.body], [type, body])
  }
})

t.test('a header that cannot be written is left out', async (t) => {
  const header = '{ schema: { type: array, items: { type: object }, minItems: 1 } }'
  const paths = `  /: { get: { operationId: get, responses: { '200': { description: D., headers: { X-A: ${header} } } } } }`
  const text = `openapi: 3.1.0\ninfo: { title: Headers, version: '1' }\npaths:\n${paths}\n`
  const contract = await contractOf(t, text)
  const app = await serveContract(t, contract, { missing: mock(contract, { document: {} }) })
  const { statusCode, body } = await app.inject('/')
  t.equal(statusCode, 501)
  t.match(body, /no headers of status 200 were found/)
})

t.test(
  'a value that a media type cannot hold is not answered; without another one the response is 501',
  async (t) => {
    for (const [mediaType, schema, status] of [
      ["'*/*'", '{ type: string, nullable: true, enum: [null, a] }', 200],
      ["'*/*'", '{ type: string, nullable: true, enum: [null] }', 501],
      ['application/x-www-form-urlencoded', '{ enum: [1, { a: 1 }] }', 501],
      ['application/x-www-form-urlencoded', '{ enum: [1, null] }', 501],
      ['multipart/form-data', '{ enum: [[1]] }', 501],
      ['multipart/mixed', '{ type: string, example: a }', 501],
      ['multipart/mixed: {}, application/json', '{ type: string }', 200],
      ['application/json', '{ enum: [a, "\\ud800"] }', 200],
      ['application/json', '{ enum: ["\\ud800"], example: "\\ud800" }', 501],
      ['application/jsonl', '{ type: array, items: {}, example: ["\\ud800"] }', 200],
      ['text/event-stream', '{ type: string, nullable: true, enum: [null, a] }', 200],
      ['text/event-stream', '{ type: array, items: { type: string }, example: [1] }', 200],
      ['text/event-stream', '{ type: string, nullable: true, enum: [null] }', 501],
      ['text/event-stream', '{ properties: { data: {} }, enum: [{ data: a }, { x: 1 }, 2] }', 200],
      ['application/json', '{ type: object, properties: { "\\ud800": {} } }', 200],
      ['application/json', '{ type: object, required: ["\\ud800"] }', 501],
    ] as const) {
      const paths = `  /: { get: { operationId: get, responses: { '200': { description: D., content: { ${mediaType}: { schema: ${schema} } } } } } }`
      const text = `openapi: 3.0.4\ninfo: { title: Texts, version: '1' }\npaths:\n${paths}\n`
      const contract = await contractOf(t, text)
      const document = parse('openapi.yaml', text).value as object
      const app = await serveContract(t, contract, { missing: mock(contract, { document }) })
      for (let n = 0; n < 10; n++) {
        t.equal((await app.inject('/')).statusCode, status, `${mediaType} ${schema}`)
      }
    }
  },
)

t.test('a range is answered even if its usual types are documented beside it', async (t) => {
  const content = ['image/*', 'image/png', 'image/x'].map(
    (type) => `${type}: { schema: ${BINARY} }`,
  )
  const text = `openapi: 3.1.0
info: { title: Images, version: '1' }
paths: { /: { get: { operationId: get, responses: { '200': { description: D., content: { ${content} } } } } } }
`
  const contract = await contractOf(t, text)
  const document = parse('openapi.yaml', text).value as object
  const app = await serveContract(t, contract, { missing: mock(contract, { document }) })
  t.match(await app.inject('/'), { statusCode: 200, headers: { 'content-type': 'image/x' } })
})
