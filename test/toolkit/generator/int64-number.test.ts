import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const ID = '{ type: integer, format: int64 }'
const DOCUMENT = `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /x/{id}:
    post:
      operationId: post
      parameters:
        - { name: id, in: path, required: true, schema: ${ID} }
        - { name: names, in: query, schema: { type: array, items: { enum: [a, b] } } }
        - { name: ids, in: query, schema: { type: array, items: ${ID} } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Holder' } } }
      responses:
        '200': { description: The same., content: { application/json: { schema: { $ref: '#/components/schemas/Holder' } } } }
components:
  schemas:
    Holder: { type: object, required: [id], properties: { id: ${ID}, any: { oneOf: [${ID}, { type: string }] } }, dependentSchemas: { any: { properties: { any: ${ID} } } } }
`

t.test('an int64 inside of a parameter is a number where int64 is number', async (t) => {
  const document = DOCUMENT.replace(
    `type: array, items: ${ID}`,
    `type: object, properties: { id: ${ID} }`,
  )
  const { model } = generateFrom(parse('a.yaml', document), { int64: 'number' })
  const [, query] = model.operations[0]?.parameterGroups ?? []
  t.same(query?.parameters[1]?.coerce.object, { id: { scalars: ['integer'] } })
})

t.test('an int64 in items and members of any name is a number where int64 is number', async (t) => {
  const document = DOCUMENT.replace(
    `type: array, items: ${ID}`,
    `type: array, prefixItems: [${ID}], items: { additionalProperties: ${ID}, type: object }`,
  )
  const { model } = generateFrom(parse('a.yaml', document), { int64: 'number' })
  const [, query] = model.operations[0]?.parameterGroups ?? []
  const { array, prefix } = query?.parameters[1]?.coerce ?? {}
  t.same(array?.rest, { scalars: ['integer'] })
  t.same(prefix, [{ scalars: ['integer'] }])
})

t.test('with --int64 number an int64 is a number, and what none can hold is refused', async (t) => {
  const contract = await contractOf(t, DOCUMENT, { int64: 'number' })
  const seen: unknown[] = []
  const post = ({ params, query, body }: { params: unknown; query: unknown; body: unknown }) => {
    seen.push({ params, query, body })
    return { status: 200, body }
  }
  const app = await serveContract(t, contract, { handlers: { post: post as never } })
  const table: [url: string, payload: string, want: unknown][] = [
    [
      '/x/9007199254740991?ids=1&ids=-9007199254740991',
      '{"id":9007199254740991,"any":1}',
      {
        params: { id: 9007199254740991 },
        query: { ids: [1, -9007199254740991] },
        body: { id: 9007199254740991, any: 1 },
      },
    ],
    ['/x/1', '{"id":1.0}', { params: { id: 1 }, query: {}, body: { id: 1 } }],
    ['/x/1', '{"id":9007199254740993}', /body\/id must be int64 up to 2\^53\./],
    ['/x/1', '{"id":9007199254740992}', /body\/id must be int64 up to 2\^53\./],
    ['/x/1', '{"id":9223372036854775808}', /body\/id must be int64\./],
    ['/x/1', '{"id":9223372036854775807}', undefined],
    ['/x/1', '{"id":1.5}', undefined],
    ['/x/9007199254740993', '{"id":1}', undefined],
    ['/x/1?ids=9223372036854775807', '{"id":1}', undefined],
  ]
  for (const [url, payload, want] of table) {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    const isRefused = want === undefined || want instanceof RegExp
    t.equal(response.statusCode, isRefused ? 400 : 200, `${url} ${payload}`)
    const request = seen.splice(0)
    t.match(request, isRefused ? [] : [want])
    if (want instanceof RegExp) t.match(response.json().message, want)
    else if (want) t.same(JSON.parse(response.payload), (want as { body: unknown }).body)
  }
})
