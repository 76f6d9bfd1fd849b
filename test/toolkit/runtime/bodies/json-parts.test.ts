import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /any:
    post:
      operationId: any
      requestBody: { content: { multipart/form-data: { schema: { type: object, additionalProperties: true } } } }
      responses: { '204': { description: Done. } }
  /objects:
    post:
      operationId: objects
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties: { title: { type: string } }
              additionalProperties: { type: object, properties: { id: { type: integer, format: int64 } } }
      responses: { '204': { description: Done. } }
`,
)

const bodies: unknown[] = []
const see = ({ body }: { body: unknown }) => {
  bodies.push(body)
  return { status: 204 }
}
const app = await serveContract(t, contract, { handlers: { any: see, objects: see } })

type Part = readonly [name: string, type: string, text: string]

function send(url: string, parts: readonly Part[]) {
  const written = parts.map(
    ([name, type, text]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n${text}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return app.inject({ method: 'POST', url, headers, payload: `${written.join('')}--x--\r\n` })
}

const JSON_TYPE = 'application/json'

t.test('a part that is JSON is read as JSON, named in the schema or not', async (t) => {
  const table: readonly (readonly [url: string, parts: readonly Part[], body: object])[] = [
    ['/any', [['a', JSON_TYPE, '{"b":[1.5,null]}']], { a: { b: [1.5, null] } }],
    ['/any', [['a', 'application/vnd.a+json', 'true']], { a: true }],
    ['/any', [['a', JSON_TYPE, '9007199254740993']], { a: 2 ** 53 }],
    [
      '/any',
      [
        ['a', JSON_TYPE, '1'],
        ['a', JSON_TYPE, '"2"'],
      ],
      { a: [1, '2'] },
    ],
    ['/any', [['a', 'text/plain', '{"b":1}']], { a: '{"b":1}' }],
    [
      '/any',
      [
        ['a', '', '1'],
        ['b', JSON_TYPE, '1'],
      ],
      { a: '1', b: 1 },
    ],
    ['/objects', [['a', JSON_TYPE, '{"id":9007199254740993}']], { a: { id: 2n ** 53n + 1n } }],
    ['/objects', [['title', JSON_TYPE, '"b"']], { title: '"b"' }],
  ]
  for (const [url, parts, body] of table) {
    const response = await send(url, parts)
    t.equal(response.statusCode, 204, response.body)
    t.strictSame(bodies.splice(0), [body], JSON.stringify(parts))
  }
})

t.test('a part that is wrong JSON is refused', async (t) => {
  const table: readonly (readonly [url: string, parts: readonly Part[], message: RegExp])[] = [
    ['/any', [['a', JSON_TYPE, '{']], /: body\/a must be JSON: /],
    [
      '/any',
      [
        ['a', JSON_TYPE, '1'],
        ['a', '', 'b'],
      ],
      /: body\/a must have one media type\.$/,
    ],
    [
      '/any',
      [
        ['a', '', 'b'],
        ['a', JSON_TYPE, '1'],
      ],
      /: body\/a must have one media type\.$/,
    ],
    ['/objects', [['a', JSON_TYPE, '1']], /: body\/a must be object\.$/],
    ['/objects', [['a', JSON_TYPE, '{"id":1.5}']], /: body\/a\/id must be int64\.$/],
  ]
  for (const [url, parts, message] of table) {
    refused(t, await send(url, parts), { error: errors.contractViolation.error, message })
    t.same(bodies, [])
  }
})

t.test('a part that is JSON is a file by its name only where a file is allowed', async (t) => {
  const blob = ['a"; filename="blob', JSON_TYPE, '{"id":9007199254740993}'] as const
  const response = await send('/objects', [blob])
  t.equal(response.statusCode, 204, response.body)
  t.strictSame(bodies.splice(0), [{ a: { id: 2n ** 53n + 1n } }])
  await send('/any', [blob])
  t.match(bodies.splice(0), [{ a: { filename: 'blob', contentType: JSON_TYPE } }])
  refused(t, await send('/objects', [['a"; filename="a.png', 'image/png', '{}']]), {
    error: errors.contractViolation.error,
    message: /: body\/a must be object\.$/,
  })
})
