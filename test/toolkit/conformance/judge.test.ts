import t from 'tap'
import { createJudge, type Exchange } from '#toolkit/conformance/index.js'

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/plants/{id}': {
      get: {
        responses: {
          200: {
            description: 'ok',
            headers: {
              'X-Count': { required: true, schema: { type: 'integer' } },
              'X-Name': { $ref: '#/components/headers/Name' },
              'X-Free': {},
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Plant' } } },
          },
          204: { description: 'none' },
          '4XX': { $ref: '#/components/responses/Failed' },
          503: { description: 'text', content: { 'text/*': {} } },
        },
      },
    },
    '/plants/all': { get: { responses: { default: { description: 'any' } } } },
    '/broken': {
      get: {
        responses: { 200: { $ref: '#/nowhere' }, 201: { $ref: '#/components/responses/Loop' } },
      },
    },
    '/silent': {
      get: {},
      head: { responses: { 200: { description: 'd', content: { 'text/plain': {} } } } },
    },
    '/odd': { get: { responses: { 200: 5, 201: { $ref: '#/info/title/x/y' } } } },
  },
  components: {
    headers: { Name: { schema: { enum: ['a', 'b'] } } },
    responses: {
      Failed: {
        description: 'failed',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/a~1b' } } },
      },
      Loop: { $ref: '#/components/responses/Loop' },
    },
    schemas: {
      Plant: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Plant' } },
      },
      'a/b': { type: 'object', properties: { error: { type: 'integer', format: 'int32' } } },
    },
  },
}

const exchange = (
  changes: Partial<Omit<Exchange, 'body'>> & { body?: string | Buffer },
): Exchange => {
  const { body = '{"name":"fern"}', ...rest } = changes
  return {
    method: 'GET',
    path: '/plants/1',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-count': 3 },
    ...rest,
    body: Buffer.from(body),
  }
}

const problem = { 'content-type': 'application/problem+json' }
const json = { 'content-type': 'application/json' }

/** The finding is a rule, the pointer to what is broken, and a message. */
const table: [name: string, exchange: Parameters<typeof exchange>[0], finding?: string][] = [
  ['a response that keeps the contract', {}],
  [
    'a reference inside the schema',
    { body: '{"name":"a","parent":{"name":1}}' },
    'body-valid #/components/schemas/Plant: body/parent/name must be string',
  ],
  [
    'path that is not documented',
    { path: '/plants/1/2' },
    'operation-documented #/paths: GET /plants/1/2',
  ],
  [
    'method that is not documented',
    { method: 'POST' },
    'operation-documented #/paths: POST /plants/1',
  ],
  [
    'status that is not documented',
    { status: 201 },
    'status-documented #/paths/~1plants~1{id}/get/responses: status 201 is not documented',
  ],
  [
    'operation without responses',
    { path: '/silent' },
    'status-documented #/paths/~1silent/get/responses: status 200 is not documented',
  ],
  [
    'response behind a dangling reference',
    { path: '/broken' },
    'status-documented #/paths/~1broken/get/responses: status 200 is not documented',
  ],
  [
    'response behind a circle',
    { path: '/broken', status: 201 },
    'status-documented #/paths/~1broken/get/responses: status 201 is not documented',
  ],
  ['a concrete path comes first', { path: '/plants/all', status: 418, body: '' }],
  [
    'default',
    { path: '/plants/all', body: 'x' },
    'body-absent #/paths/~1plants~1all/get/responses/default: 1 bytes of body',
  ],
  ['range', { status: 404, headers: problem, body: '{"error":40400}' }],
  [
    'int32',
    { status: 404, headers: problem, body: '{"error":2147483648}' },
    'body-valid #/components/schemas/a~1b: body/error must match format "int32"',
  ],
  [
    'media type',
    { status: 404, body: '{}' },
    'media-type-documented #/components/responses/Failed/content: application/json instead of application/problem+json',
  ],
  [
    'no media type',
    { status: 404, headers: {}, body: '{}' },
    'media-type-documented #/components/responses/Failed/content: no media type instead of application/problem+json',
  ],
  ['media range', { status: 503, headers: { 'content-type': 'Text/Plain' }, body: 'x' }],
  ['no content', { status: 204, body: '' }],
  [
    'content where none is documented',
    { status: 204 },
    'body-absent #/paths/~1plants~1{id}/get/responses/204: 15 bytes of body',
  ],
  [
    'HEAD has no body',
    { path: '/plants/all', method: 'HEAD', body: '' },
    'operation-documented #/paths: HEAD /plants/all',
  ],
  ['HEAD never has a body', { path: '/silent', method: 'HEAD', body: '' }],
  ['response that is no object', { path: '/odd', body: '' }],
  [
    'reference through a text',
    { path: '/odd', status: 201 },
    'status-documented #/paths/~1odd/get/responses: status 201 is not documented',
  ],
  [
    'required header',
    { headers: json },
    'header-present #/paths/~1plants~1{id}/get/responses/200/headers/X-Count: no X-Count',
  ],
  [
    'header that is no integer',
    { headers: { ...json, 'x-count': 'three' } },
    'header-valid #/paths/~1plants~1{id}/get/responses/200/headers/X-Count: X-Count must be integer',
  ],
  [
    'header that is not allowed',
    { headers: { ...json, 'x-count': '3', 'x-name': 'c' } },
    'header-valid #/components/headers/Name: X-Name must be equal to one of the allowed values',
  ],
  ['header without a schema', { headers: { ...json, 'x-count': '3', 'x-free': 'c' } }],
  ['no object', { body: '[]' }, 'body-valid #/components/schemas/Plant: body must be object'],
  [
    'missing member',
    { body: '{}' },
    `body-valid #/components/schemas/Plant: body must have required property 'name'`,
  ],
  [
    'no JSON',
    { body: '{' },
    'body-json #/components/schemas/Plant: the body is no JSON text in UTF-8',
  ],
  [
    'no UTF-8',
    { body: Buffer.from([0x22, 0xff, 0x22]) },
    'body-json #/components/schemas/Plant: the body is no JSON text in UTF-8',
  ],
  [
    'byte order mark',
    { body: '\ufeff{"name":"a"}' },
    'body-json #/components/schemas/Plant: the body is no JSON text in UTF-8',
  ],
]

for (const [name, changes, finding] of table) {
  t.test(name, async (t) => {
    const { judge } = createJudge(DOCUMENT)
    const found = judge(exchange(changes)).map(
      ({ rule, pointer, message }) => `${rule} ${pointer}: ${message}`,
    )
    t.same(found, finding === undefined ? [] : [finding])
  })
}

t.test('a finding has the pointer of its rule and the actual value', async (t) => {
  const { judge } = createJudge(DOCUMENT)
  t.same(judge(exchange({ body: '{"name":1}' })), [
    {
      rule: 'body-valid',
      pointer: '#/components/schemas/Plant',
      message: 'body/name must be string',
    },
  ])
  t.same(judge(exchange({ status: 404 })), [
    {
      rule: 'media-type-documented',
      pointer: '#/components/responses/Failed/content',
      message: 'application/json instead of application/problem+json',
    },
  ])
})

t.test('other kinds of documents are refused', async (t) => {
  for (const document of [undefined, 'openapi: 3.1.0', [], {}, { openapi: '3.0.3' }]) {
    t.throws(() => createJudge(document), TypeError)
  }
  t.same(createJudge({ openapi: '3.1.0' }).judge(exchange({})).length, 1)
})

t.test('a header is read as the type of its schema', async (t) => {
  const cases: [type: string | undefined, right: string[], wrong: string[]][] = [
    ['integer', ['5', '-5', '1e2'], ['1.5', 'five', 'true', '"5"', '']],
    ['number', ['5', '1.5'], ['a', 'null', '']],
    ['boolean', ['true', 'false'], ['1', 'yes', 'TRUE', '']],
    ['string', ['5', 'true', '', '{'], []],
    [undefined, ['5', 'a'], []],
  ]
  for (const [type, right, wrong] of cases) {
    const schema = type === undefined ? {} : { type }
    const headers = { 'X-Value': { schema } }
    const { judge } = createJudge({
      openapi: '3.1.0',
      paths: { '/': { get: { responses: { 200: { headers } } } } },
    })
    const found = (value: string) =>
      judge(exchange({ path: '/', headers: { 'x-value': value }, body: '' }))
    for (const value of right) t.same(found(value), [], `${type} ${value}`)
    for (const value of wrong) {
      const [{ rule, pointer, message } = {}, ...more] = found(value) as Partial<
        ReturnType<typeof found>[number]
      >[]
      t.same([rule, more], ['header-valid', []], `${type} ${value}`)
      t.equal(pointer, '#/paths/~1/get/responses/200/headers/X-Value')
      t.match(message, /^X-Value.* must be /)
    }
  }
})

t.test('other documents than OpenAPI 3.1 are refused', async (t) => {
  const error = { name: 'TypeError', message: 'createJudge needs an OpenAPI 3.1 document' }
  for (const openapi of ['3.0.3', '3.10.0', '13.1.0', 3.1, undefined]) {
    t.throws(() => createJudge({ openapi }), error)
  }
  for (const document of [undefined, null, 'openapi: 3.1.0', []]) {
    t.throws(() => createJudge(document), error)
  }
})
