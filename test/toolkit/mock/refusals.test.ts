import type { Contract } from 'fastify-contract'
import t, { type Test } from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { unreadExamples } from '#toolkit/mock/external-values.js'
import { acceptAnyCredential, mock, mockErrors } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

/** A mock below `/v1` of a document with these paths. */
async function mocked(t: Test, paths: string, more = '') {
  const text = `{ openapi: 3.1.0, info: { title: T, version: '1' }, paths: ${paths} ${more} }`
  const contract = (await contractOf(t, text)) as Contract
  const { value: document } = parse('openapi.yaml', text)
  return serveContract(t, contract as never, {
    handlers: {},
    security: acceptAnyCredential(contract),
    missing: mock(contract, { document }),
    errorBody: await mockErrors(contract, { document }, () => ({ body: 'otherwise' })),
    prefix: '/v1',
  })
}

const NUMBER =
  'parameters: [{ name: n, in: query, required: true, schema: { type: integer } }, { name: m, in: query, schema: { type: integer } }]'
const json = (schema: string, type = 'application/json') =>
  `content: { ${type}: { schema: ${schema} } }`
const text = '{ type: string }'
const object = (members: string) => `{ type: object, properties: { ${members} } }`

/** An operation that refuses `?n=x&m=y` by this response. */
const refusing = (response: string) =>
  `{ /a: { get: { operationId: a, ${NUMBER}, responses: { '204': { description: d }, '400': { description: d, ${response} } } } } }`

const n = 'query.n must be integer.'
const m = 'query.m must be integer.'
const whole = `The request breaks the contract: ${n.slice(0, -1)}; ${m}`

const bodies: Record<string, readonly [response: string, body: unknown]> = {
  'a text': [json(text), whole],
  'a text of plain text': [json(text, 'text/plain'), whole],
  'a list of texts': [json(`{ type: array, items: ${text} }`), [n, m]],
  'a list of objects': [
    json(
      object(
        `errors: { type: array, items: ${object(`message: ${text}, field: ${text}, in: ${text}, pointer: ${text}`)} }`,
      ),
    ),
    {
      errors: [
        { message: n, field: 'n', in: 'query', pointer: '' },
        { message: m, field: 'm', in: 'query', pointer: '' },
      ],
    },
  ],
  'a list of one object': [
    json(
      object(
        `errors: { type: array, maxItems: 1, items: ${object(`message: ${text}, field: { enum: [one] }`)} }`,
      ),
    ),
    { errors: [{ message: n, field: 'one' }] },
  ],
  'a list of texts beside a sentence': [
    json(object(`message: ${text}, details: { type: array, items: ${text} }`)),
    { message: whole, details: [n, m] },
  ],
  'a list of places as lists': [
    json(
      object(
        `detail: { type: array, items: ${object(`loc: { type: array, items: ${text} }, msg: ${text}`)} }`,
      ),
    ),
    {
      detail: [
        { loc: ['query', 'n'], msg: n },
        { loc: ['query', 'm'], msg: m },
      ],
    },
  ],
  'lists by names': [
    json(
      object(
        `title: ${text}, errors: { type: object, minProperties: 1, additionalProperties: { type: array, minItems: 1, items: ${text} } }`,
      ),
    ),
    { title: whole, errors: { n: [n], m: [m] } },
  ],
  'a list of what has no sentence': [
    json(object('errors: { type: array, items: { type: integer, example: 7 } }')),
    { errors: [7] },
  ],
  'the status of problem details': [
    json(object(`status: { type: integer }, detail: ${text}`), 'application/problem+json'),
    { status: 400, detail: whole },
  ],
  'a status as text': [
    json(
      object(
        `errors: { type: array, items: ${object(`detail: ${text}`)} }, status: { type: string, example: '500' }`,
      ),
    ),
    { errors: [{ detail: n }, { detail: m }], status: '400' },
  ],
  'a status that is a word': [json(object('status: { const: error }')), { status: 'error' }],
}

for (const [title, [response, body]] of Object.entries(bodies)) {
  t.test(`a refusal fills ${title}`, async (t) => {
    const app = await mocked(t, refusing(response))
    const answer = await app.inject('/v1/a?n=x&m=y')
    t.equal(answer.statusCode, 400)
    const isJson = /json/.test(String(answer.headers['content-type']))
    t.match(isJson ? answer.json() : answer.body, body as never)
    const { errors } = Object(body)
    if (Array.isArray(errors)) t.equal(answer.json().errors.length, errors.length)
  })
}

t.test('a refusal has the headers that are declared for it', async (t) => {
  const headers = `headers: { Retry-After: { required: true, schema: { type: integer, example: 5 } }, X-List: { schema: { type: array, items: { type: string } }, example: [a, b] }, Content-Length: { schema: { type: integer } } }`
  const security = 'security: [{ key: [] }]'
  const app = await mocked(
    t,
    `{
      /a: { get: { operationId: a, ${NUMBER}, responses: { '204': { description: d }, '400': { description: d, ${headers}, ${json(text)} } } } },
      /b: { get: { operationId: b, ${NUMBER}, responses: { '204': { description: d }, '400': { description: d, ${headers} } } } },
      /c: { get: { operationId: c, ${security}, responses: { '204': { description: d }, '401': { description: d, headers: { WWW-Authenticate: { schema: { const: mine } }, X-Id: { schema: { const: one } } } } } } },
      /e: { get: { operationId: e, ${NUMBER}, responses: { '204': { description: d }, '422': { description: d } } } },
      /d: { get: { operationId: d, ${NUMBER}, responses: { '204': { description: d }, '400': { description: d, headers: { X-Never: { required: true, schema: { type: integer, allOf: [{ type: string }] } } }, ${json(text)} } } } }
    }`,
    ', components: { securitySchemes: { key: { type: http, scheme: bearer } } }',
  )
  for (const url of ['/v1/a?n=x', '/v1/b?n=x']) {
    const { statusCode, headers } = await app.inject(url)
    t.match(
      { statusCode, headers },
      { statusCode: 400, headers: { 'retry-after': '5', 'x-list': 'a,b' } },
    )
  }
  t.equal((await app.inject('/v1/e?n=x')).statusCode, 422, 'though it declares no body')
  const { headers: sent } = await app.inject('/v1/c')
  t.match(sent, { 'www-authenticate': /^Bearer/, 'x-id': 'one' })
  const never = await app.inject('/v1/d?n=x')
  t.equal(never.statusCode, 400)
  t.equal(never.headers['x-never'], undefined)
})

const PROBLEM = json(
  object(`status: { type: integer, example: 1 }, title: ${text}`),
  'application/problem+json',
)

t.test('what belongs to no operation is refused as all operations declare it', async (t) => {
  const operation = (id: string, responses: string) =>
    `{ get: { operationId: ${id}, ${NUMBER}, responses: { ${responses} } } }`
  const ok = "'200': { description: d }"
  const one = `'404': { description: d, ${PROBLEM} }`
  const two = `'404': { description: d, ${json(text)} }`
  const otherwise = `default: { description: d, ${PROBLEM} }`
  const problem = { status: 404, title: 'Nothing is here.' }
  const table: [title: string, paths: string, body: unknown][] = [
    ['one', `{ /a: ${operation('a', `${ok}, ${one}`)}, /b: ${operation('b', ok)} }`, problem],
    [
      'the same',
      `{ /a: ${operation('a', `${ok}, ${one}`)}, /b: ${operation('b', `${ok}, ${one}`)} }`,
      problem,
    ],
    ['default', `{ /a: ${operation('a', `${ok}, ${otherwise}`)} }`, problem],
    ['default of all', `{ /a: ${operation('a', otherwise)} }`, 'otherwise'],
    [
      'different',
      `{ /a: ${operation('a', `${ok}, ${one}`)}, /b: ${operation('b', `${ok}, ${two}`)} }`,
      'otherwise',
    ],
    ['none', `{ /a: ${operation('a', `${ok}, '404': { description: d }`)} }`, 'otherwise'],
  ]
  for (const [title, paths, body] of table) {
    const app = await mocked(t, paths)
    const { statusCode, json } = await app.inject('/v1/nothing')
    t.equal(statusCode, 404)
    t.match(json(), body as never, title)
  }
  const app = await mocked(
    t,
    `{ /a: ${operation('a', ok)}, /b: ${operation('b', `${ok}, 4XX: { description: d, ${PROBLEM} }`)} }`,
  )
  const broken = await app.inject('/v1/a?n=x&m=y')
  t.match(broken.json(), { status: 400, title: whole }, 'a status that the operation lacks')
})

t.test('problem details that are asked for have the status that they are sent with', async (t) => {
  const app = await mocked(
    t,
    `{ /a: { get: { operationId: a, responses: { '200': { description: d }, '404': { description: d, content: { application/problem+json: { examples: { one: { value: { status: 500 } } } } } }, 4XX: { description: d, ${PROBLEM} }, '500': { description: d, ${json(object('status: { const: 1 }'))} } } } } }`,
  )
  const status = async (code: number) => {
    const { body } = await app.inject({ url: '/v1/a', headers: { prefer: `code=${code}` } })
    return JSON.parse(body).status
  }
  t.same([await status(404), await status(429), await status(500)], [404, 429, 1])
})

t.test(
  'the drawn body of an error that is asked for names its status, an example stays',
  async (t) => {
    const drawn = json(object(`message: ${text}, status: { type: integer }, code: ${text}`))
    const example = 'content: { application/json: { example: { message: none, status: 1 } } }'
    const app = await mocked(
      t,
      `{ /a: { get: { operationId: a, responses: { '200': { description: d, ${drawn} }, '404': { description: d, ${drawn} }, '410': { description: d, ${example} } } } } }`,
    )
    const asked = async (code: number) => {
      const answer = await app.inject({ url: '/v1/a', headers: { prefer: `code=${code}` } })
      return answer.json()
    }
    t.match(await asked(404), { message: 'Not Found', status: 404 })
    t.notMatch(await asked(200), { message: 'OK' })
    t.same(await asked(410), { message: 'none', status: 1 })
  },
)

t.test('an example that is elsewhere is said not to be read', async (t) => {
  const elsewhere = { externalValue: './a.json' }
  const examples = { one: elsewhere, two: { value: null, ...elsewhere } }
  t.equal(unreadExamples({ examples: [elsewhere] }), undefined)
  t.match(unreadExamples({ a: { examples } }), /^`externalValue` .* read: #\/a\/examples\/one;/)
  t.match(unreadExamples([{ examples }, { examples }]), /#\/0\/examples\/one and 1 more;/)
  const app = await mocked(
    t,
    `{ /a: { get: { operationId: a, responses: { '200': { description: d, content: { application/json: { examples: { one: { externalValue: a.json } } } } } } } } }`,
  )
  const answer = await app.inject({ url: '/v1/a', headers: { prefer: 'example=one' } })
  t.equal(answer.statusCode, 501)
})
