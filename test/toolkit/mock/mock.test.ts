import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { acceptAnyCredential, mock } from '#toolkit/mock/index.js'
import { loadSchemas } from '#toolkit/runtime/loading/schemas.js'
import { lazyContract } from '../../helpers/lazy.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.2.0
info: { title: Mock, version: '1' }
paths:
  /plants:
    get:
      operationId: list
      responses:
        '100': { description: Wait. }
        '200':
          description: Plants.
          headers: { X-Total: { required: true, schema: { type: integer, minimum: 7, maximum: 7 } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Plant' }, minItems: 2 }
              examples:
                wrong: { value: [{ name: 5 }, { name: 6 }] }
                few: { $ref: '#/components/examples/few' }
                two words: { value: [{ name: bay }, { name: box }] }
                data: { dataValue: [{ name: oak }, { name: ash }] }
                elsewhere: { externalValue: https://example.com/plants.json }
        '4XX': { description: Wrong., content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
    post: { operationId: create, responses: { default: { $ref: '#/components/responses/Plant' } } }
    put: { operationId: impossible, responses: { '200': { description: None., content: { application/json: { schema: { allOf: [{ type: string }, { type: integer }] } } } } } }
    patch: { operationId: noHeaders, responses: { '200': { description: None., headers: { X-A: { required: true, schema: { enum: [a], type: integer } } } } } }
    delete: { operationId: remove, responses: { '204': { description: Gone. } } }
    trace: { operationId: only1xx, responses: { '100': { description: Wait. } } }
  /kinds/text: { get: { operationId: text, responses: { '200': { description: d, content: { text/plain: {} } } } } }
  /kinds/said: { get: { operationId: said, responses: { '200': { description: d, content: { text/plain: { example: said } } } } } }
  /kinds/binary: { get: { operationId: binary, responses: { '200': { description: d, content: { image/png: {} } } } } }
  /kinds/any: { get: { operationId: any, responses: { '200': { description: d, content: { '*/*': { schema: { type: object, properties: { a: { const: 1 } } } } } } } } }
  /kinds/lines: { get: { operationId: lines, responses: { '200': { description: d, content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Plant' } } } } } } }
  /kinds/given: { get: { operationId: given, responses: { '200': { description: d, content: { application/jsonl: { itemSchema: { type: integer }, example: [1, 2] } } } } } }
  /kinds/nothing: { get: { operationId: nothing, responses: { '200': { description: d, content: { application/jsonl: { itemSchema: { type: integer, enum: [a] } } } } } } }
  /kinds/several:
    get:
      operationId: several
      responses:
        '200':
          description: d
          content:
            application/json; charset=utf-8: { schema: { type: object, example: { a: 1 } } }
            text/plain: { example: plain }
  /secret: { get: { operationId: secret, security: [{ oauth: [read] }, { odd: [] }], responses: { '204': { description: d } } } }
components:
  examples: { few: { value: [{ name: elm }, { name: fir }] } }
  responses:
    Plant:
      description: A plant.
      content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } }
  schemas:
    Plant:
      type: object
      required: [name]
      properties: { name: { type: string }, id: { type: integer, format: int64 } }
      examples: [{ name: yew }]
  securitySchemes:
    oauth: { type: oauth2, flows: {} }
    odd: { type: http, scheme: digest }
`

const { value: document } = parse('openapi.yaml', DOCUMENT)
const contract = await contractOf(t, DOCUMENT)
const app = await serveContract(t, contract, {
  handlers: {},
  security: acceptAnyCredential(contract as Contract),
  missing: mock(contract as Contract, { document }),
})

interface Case {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'TRACE'
  readonly url: string
  readonly prefer?: string
  readonly accept?: string
  readonly status: number
  readonly body?: unknown
  readonly applied?: string
}

const oneOf = { few: [{ name: 'elm' }, { name: 'fir' }], data: [{ name: 'oak' }, { name: 'ash' }] }
const cases = rowsOf(`
  the first example that its schema accepts | {url: /plants, status: 200, body: [{name: elm}, {name: fir}]}
  the example that is asked for | {url: /plants, prefer: example=data, status: 200, body: [{name: oak}, {name: ash}], applied: example=data}
  an example that its schema refuses is not sent | {url: /plants, prefer: 'code=200, example=wrong', status: 200, applied: 'code=200, example=wrong'}
  an example whose name is no token | {url: /plants, prefer: example="two words", status: 200, body: [{name: bay}, {name: box}], applied: example="two words"}
  what a query prefers | {url: /plants?__code=200&__example=data, status: 200, body: [{name: oak}, {name: ash}], applied: 'code=200, example=data'}
  an example that is not there | {url: /plants, prefer: example="no such", status: 501}
  the example of a schema, a status of a range | {url: /plants, prefer: code=418, status: 418, body: {name: yew}, applied: code=418}
  a status that is not documented | {url: /plants, prefer: code=500, status: 501}
  a status that is none to answer with | {url: /plants, prefer: code=100, status: 501}
  a default | {method: POST, url: /plants, status: 200, body: {name: yew}}
  a default with another status | {method: POST, url: /plants, prefer: code=503, status: 503, applied: code=503}
  no body | {method: DELETE, url: /plants, status: 204}
  a body that cannot be | {method: PUT, url: /plants, status: 501}
  headers that cannot be | {method: PATCH, url: /plants, status: 501}
  no status to answer with | {method: TRACE, url: /plants, status: 501}
  any text | {url: /kinds/text, status: 200, body: text}
  an example of a text | {url: /kinds/said, status: 200, body: said}
  bytes | {url: /kinds/binary, status: 200, body: bytes}
  a range | {url: /kinds/any, status: 200, body: {a: 1}}
  an example of a sequence | {url: /kinds/given, status: 200, body: "1\\n2\\n"}
  items that cannot be | {url: /kinds/nothing, status: 501}
  the first media type | {url: /kinds/several, status: 200, body: {a: 1}}
  the media type that is accepted | {url: /kinds/several, accept: text/*, status: 200, body: plain}
  a media type that there is not | {url: /kinds/several, accept: image/png, status: 200, body: {a: 1}}
`).map(([name = '', wanted = '']) => [name, yamlOf(wanted) as Case] as const)

for (const [name, { method = 'GET', url, prefer, accept, ...wanted }] of cases) {
  t.test(name, async (t) => {
    const headers = { ...(prefer && { prefer }), ...(accept && { accept }) }
    const response = await app.inject({ method, url, headers })
    t.equal(response.statusCode, wanted.status, response.body)
    if (wanted.status !== 501) t.equal(response.headers['preference-applied'], wanted.applied)
    if (wanted.status === 501) t.match(response.json(), { error: 50100 })
    if (wanted.body === undefined) return
    t.same(typeof wanted.body === 'string' ? response.body : response.json(), wanted.body)
  })
}

t.test('generated headers satisfy their schema', async (t) => {
  t.equal((await app.inject('/plants')).headers['x-total'], '7')
  const { body } = await app.inject('/kinds/lines')
  const lines = body.trim().split('\n')
  t.equal(lines.length, 3)
  for (const line of lines) t.type(JSON.parse(line).name, 'string')
})

t.test('drawn values that are asked for are no examples, and others each time', async (t) => {
  const ask = (url: string, prefer: string) => app.inject({ url, headers: { prefer } })
  const prefer = 'code=418, dynamic=true'
  const answers = await Promise.all([1, 2, 3].map(() => ask('/plants', prefer)))
  for (const { body, headers } of answers) {
    t.not(JSON.parse(body).name, 'yew')
    t.equal(headers['preference-applied'], prefer)
  }
  t.equal(new Set(answers.map(({ body }) => body)).size, 3)
  t.same((await ask('/plants', 'dynamic=true, example=data')).json(), oneOf.data, 'a named one')
  t.equal((await ask('/kinds/said', 'dynamic=true')).body, 'said', 'without a schema')
})

t.test('any credential is accepted', async (t) => {
  t.equal(
    (await app.inject({ url: '/secret', headers: { authorization: 'Bearer x' } })).statusCode,
    204,
  )
  t.equal((await app.inject('/secret')).statusCode, 204, 'of what is not known none is asked for')
  const schemes = [
    { name: 'a', type: 'apiKey', in: 'header', parameter: 'x-key' },
    { name: 'b', type: 'apiKey' },
    { name: 'c', type: 'http', scheme: 'basic' },
    { name: 'd', type: 'openIdConnect' },
    { name: 'e', type: 'mutualTLS' },
  ] as const
  const handlers = acceptAnyCredential({ ...(contract as Contract), securitySchemes: schemes })
  t.same(Object.keys(handlers), ['a', 'b', 'c', 'd', 'e'])
})

t.test('the same seed gives the same responses', async (t) => {
  const answers = async (seed?: number) => {
    const app = await serveContract(t, contract, {
      handlers: {},
      security: acceptAnyCredential(contract as Contract),
      missing: mock(contract as Contract, { document, ...(seed && { seed }) }),
    })
    return [(await app.inject('/kinds/lines')).body, (await app.inject('/kinds/lines')).body]
  }
  const [first, second] = await answers()
  t.not(first, second, 'one after the other')
  t.same(await answers(), [first, second])
  t.same(await answers(1), [first, second])
  t.notSame(await answers(2), [first, second])
})

t.test('the schemas of a contract are available, also if they are loaded lazily', async (t) => {
  const schema = { $id: 'A', $ref: 'B#' }
  const table = {
    A: async () => ({ ASchema: schema }),
    B: async () => ({ BSchema: { $id: 'B' } }),
  }
  const names = async (contract: Pick<Contract, 'schemas'>) => [
    ...(await loadSchemas(contract)).keys(),
  ]
  t.same(await names({ schemas: [schema] }), ['A'])
  t.same((await names({ schemas: async () => table })).sort(), ['A', 'B'])
})

t.test('examples are answered after the validators are loaded', async (t) => {
  const late = await serveContract(t, lazyContract(contract), {
    security: acceptAnyCredential(contract as Contract),
    missing: mock(contract as Contract, { document }),
  })
  t.same((await late.inject('/plants')).json(), oneOf.few)
})
