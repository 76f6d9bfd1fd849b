import t from 'tap'
import { createJudge, type Exchange } from '#toolkit/conformance/index.js'
import { golden } from '../../helpers/golden.js'

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

const table: [name: string, exchange: Exchange, rules: string[]][] = [
  ['a response that keeps the contract', exchange({}), []],
  [
    'a reference inside the schema',
    exchange({ body: '{"name":"a","parent":{"name":1}}' }),
    ['body-valid'],
  ],
  ['path that is not documented', exchange({ path: '/plants/1/2' }), ['operation-documented']],
  ['method that is not documented', exchange({ method: 'POST' }), ['operation-documented']],
  ['status that is not documented', exchange({ status: 201 }), ['status-documented']],
  ['operation without responses', exchange({ path: '/silent' }), ['status-documented']],
  ['response behind a dangling reference', exchange({ path: '/broken' }), ['status-documented']],
  ['response behind a circle', exchange({ path: '/broken', status: 201 }), ['status-documented']],
  ['a concrete path comes first', exchange({ path: '/plants/all', status: 418, body: '' }), []],
  ['default', exchange({ path: '/plants/all', body: 'x' }), ['body-absent']],
  ['range', exchange({ status: 404, headers: problem, body: '{"error":40400}' }), []],
  [
    'int32',
    exchange({ status: 404, headers: problem, body: '{"error":2147483648}' }),
    ['body-valid'],
  ],
  ['media type', exchange({ status: 404, body: '{}' }), ['media-type-documented']],
  ['no media type', exchange({ status: 404, headers: {}, body: '{}' }), ['media-type-documented']],
  [
    'media range',
    exchange({ status: 503, headers: { 'content-type': 'Text/Plain' }, body: 'x' }),
    [],
  ],
  ['no content', exchange({ status: 204, body: '' }), []],
  ['content where none is documented', exchange({ status: 204 }), ['body-absent']],
  [
    'HEAD has no body',
    exchange({ path: '/plants/all', method: 'HEAD', body: '' }),
    ['operation-documented'],
  ],
  ['HEAD never has a body', exchange({ path: '/silent', method: 'HEAD', body: '' }), []],
  ['response that is no object', exchange({ path: '/odd', body: '' }), []],
  ['reference through a text', exchange({ path: '/odd', status: 201 }), ['status-documented']],
  ['required header', exchange({ headers: json }), ['header-present']],
  [
    'header that is no integer',
    exchange({ headers: { ...json, 'x-count': 'three' } }),
    ['header-valid'],
  ],
  [
    'header that is not allowed',
    exchange({ headers: { ...json, 'x-count': '3', 'x-name': 'c' } }),
    ['header-valid'],
  ],
  [
    'header without a schema',
    exchange({ headers: { ...json, 'x-count': '3', 'x-free': 'c' } }),
    [],
  ],
  ['no object', exchange({ body: '[]' }), ['body-valid']],
  ['missing member', exchange({ body: '{}' }), ['body-valid']],
  ['no JSON', exchange({ body: '{' }), ['body-json']],
  ['no UTF-8', exchange({ body: Buffer.from([0x22, 0xff, 0x22]) }), ['body-json']],
  ['byte order mark', exchange({ body: '\ufeff{"name":"a"}' }), ['body-json']],
]

t.test('each rule reports the response that breaks it, and nothing else', async (t) => {
  const { judge } = createJudge(DOCUMENT)
  for (const [name, given, rules] of table) {
    t.same(
      judge(given).map(({ rule }) => rule),
      rules,
      name,
    )
  }
})

t.test('findings are unchanged', async (t) => {
  const { judge } = createJudge(DOCUMENT)
  const lines = table.flatMap(([name, given]) => [
    name,
    ...judge(given).map((finding) => `  ${JSON.stringify(finding)}`),
  ])
  await golden(t, 'findings.txt', `${lines.join('\n')}\n`)
})

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
