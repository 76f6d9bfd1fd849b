import t from 'tap'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import {
  answer,
  changesOf,
  type DocumentParts,
  documentOf,
  json,
  rulesOf,
} from './helpers/documents.js'

type Row = readonly [name: string, one: object, other: object, there: string[], back: string[]]

/** A document of one operation. */
function one(operation: object, parts: DocumentParts = {}, path = '/a'): object {
  return documentOf({ [path]: { post: { operationId: 'a', ...answer(), ...operation } } }, parts)
}

const parameter = (more: object, name = 'p') => ({
  parameters: [{ name, in: 'query', schema: { type: 'string' }, ...more }],
})
const body = (required: boolean, content: object = json({ type: 'object' })) => ({
  requestBody: { required, content },
})
const response = (more: object, status = '200') => ({
  responses: { [status]: { description: 'd', ...more } },
})
const schemes = {
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      same: { type: 'http', scheme: 'Bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: { type: 'oauth2', flows: {} },
    },
  },
}
/** An object with optional members. */
const members = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const templated = {
  '/a/{p}': { post: { ...answer(), ...parameter({ in: 'path', required: true }) } },
}

/** An operation, its path, its document and parts of these, said in short. */
interface Short {
  readonly parameter?: object
  readonly body?: { readonly required: boolean; readonly json?: object; readonly content?: object }
  readonly response?: {
    readonly status?: string
    readonly json?: object
    readonly content?: object
  }
  readonly header?: { readonly required: boolean; readonly schema?: object }
  readonly servers?: readonly string[]
  readonly path?: string
  readonly security?: readonly object[]
}

const contentOf = ({ json: schema, content }: { json?: object; content?: object }) =>
  schema === undefined ? content : json(schema)

/** The document of an operation that is said in short. */
function documentIn(cell: string): object {
  const { parameter: given, body: taken, response: sent, header, ...others } = yamlOf(cell) as Short
  const { servers, path, ...operation } = others
  const { status, ...content } = sent ?? {}
  const members = {
    ...(given && parameter(given)),
    ...(taken && body(taken.required, contentOf(taken))),
    ...(sent && response({ content: contentOf(content) }, status)),
    ...(header && response({ headers: { 'X-A': { schema: { type: 'string' }, ...header } } })),
    ...operation,
  }
  const urls = servers?.map((url) => ({ url }))
  return one(members, { ...(operation.security && schemes), ...(urls && { servers: urls }) }, path)
}

/** What the second document changes for clients of the first one, and the other way round. */
const TABLE = rowsOf(`
  alternatives | {security: []} | {security: [{bearer: []}, {key: []}]} | breaking security-tightened | notice security-loosened
  a member | {body: {required: true, json: {type: object, properties: {a: {type: string}}}}} | {body: {required: true, json: {type: object, properties: {a: {type: string}, b: {type: string}}}}} | notice request-body-member |
  a member of a response | {response: {json: {type: object, properties: {a: {type: string}, b: {type: string}}}}} | {response: {json: {type: object, properties: {a: {type: string}}}}} | notice response-body-member |
  a style that one item does not tell | {parameter: {schema: {type: array, items: {type: string}}}} | {parameter: {schema: {type: array, items: {type: string}}, style: pipeDelimited, explode: false}} | breaking parameter-style | breaking parameter-style
  a template in place of a path | {path: /a/b} | {parameter: {in: path, required: true}, path: '/a/{p}'} | notice operation-added | breaking operation-moved
  a template that does not take a path | {operationId: b, path: /a/b} | {parameter: {in: path, required: true, schema: {type: integer}}, path: '/a/{p}'} | breaking operation-removed, notice operation-added | breaking operation-removed, notice operation-added
  a required member that has no schema | {response: {json: {type: object, required: [a]}}} | {response: {json: {type: object, properties: {a: {type: string}}, required: [a]}}} |  | breaking response-body-type
  nothing | {} | {summary: s, description: d} |  |
  names in paths | {parameter: {in: path, required: true}, path: '/a/{p}'} | {parameter: {name: q, in: path, required: true}, path: '/a/{q}'} |  |
  another path | {} | {path: /b} | breaking operation-moved | breaking operation-moved
  deprecation | {} | {deprecated: true} | notice operation-deprecated |
  an optional parameter | {} | {parameter: {}} | notice parameter-added | notice parameter-removed
  a new required parameter | {} | {parameter: {required: true}} | breaking parameter-required | notice parameter-removed
  a required parameter | {parameter: {}} | {parameter: {required: true}} | breaking parameter-required |
  a deprecated parameter | {parameter: {}} | {parameter: {deprecated: true}} | notice parameter-deprecated |
  values of a parameter | {parameter: {}} | {parameter: {schema: {enum: [a]}}} | breaking parameter-values |
  numbers are texts | {parameter: {schema: {type: integer}}} | {parameter: {}} |  | breaking parameter-type
  values as texts | {parameter: {schema: {enum: ['1', '2']}}} | {parameter: {schema: {type: integer}}} |  | breaking parameter-values
  numbers as texts with a limit | {parameter: {schema: {type: integer}}} | {parameter: {schema: {type: string, maxLength: 2}}} | breaking parameter-type | breaking parameter-type
  style | {parameter: {schema: {type: array, items: {type: string}, minItems: 2}}} | {parameter: {schema: {type: array, items: {type: string}, minItems: 2}, explode: false}} | breaking parameter-style | breaking parameter-style
  style of one text | {parameter: {}} | {parameter: {explode: false}} |  |
  style of nothing | {parameter: {schema: false}} | {parameter: {schema: false, explode: false}} |  |
  style of what cannot be written | {parameter: {schema: {type: array, maxItems: 0}}} | {parameter: {schema: {type: array, maxItems: 0}, explode: false}} |  |
  content of a parameter | {parameter: {}} | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: string}}}}]} | breaking parameter-style | breaking parameter-style
  a list in place of one | {parameter: {schema: {type: integer}}} | {parameter: {schema: {type: array, items: {type: integer}}}} |  | breaking parameter-type
  longer texts in a list in place of one | {parameter: {}} | {parameter: {schema: {type: array, items: {type: string, minLength: 2}}}} | breaking parameter-length | breaking parameter-type
  an empty list, which is not sent | {parameter: {schema: {type: array, items: {type: string}}}} | {parameter: {schema: {type: array, items: {type: string}, minItems: 1}}} |  |
  a whole query in place of parameters | {parameter: {}} | {parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {}}}]} | undecided parameter-querystring | undecided parameter-querystring
  a body | {} | {body: {required: false}} | notice request-body-added | breaking request-body-removed
  a new required body | {} | {body: {required: true}} | breaking request-body-required | breaking request-body-removed
  a required body | {body: {required: false}} | {body: {required: true}} | breaking request-body-required |
  a media type of a request | {body: {required: true}} | {body: {required: true, content: {application/json: {schema: {type: object}}, text/plain: {}}}} | notice request-media-type-added | breaking request-media-type-removed
  a media type without a schema | {body: {required: true, content: {text/plain: {}}}} | {body: {required: true, content: {text/plain: {schema: {type: string}}}}} |  |
  a status of success | {response: {}} | {responses: {'200': {description: d}, '201': {description: d}}} | breaking response-status-added | notice response-status-removed
  a status of errors | {response: {}} | {responses: {'200': {description: d}, 4XX: {description: d}}} | notice response-status-added | notice response-status-removed
  a status in a range | {response: {status: 2XX}} | {response: {}} | notice response-status-removed | breaking response-status-added
  other statuses | {response: {status: default}} | {response: {status: '404'}} | notice response-status-removed | notice response-status-added
  a body of a response | {response: {}} | {response: {json: {}}} | notice response-media-type-added | breaking response-body-removed
  a media type of a response | {response: {json: {}}} | {response: {content: {application/json: {schema: {}}, text/plain: {}}}} | notice response-media-type-added | breaking response-media-type-removed
  a required header | {response: {}} | {header: {required: true}} |  | breaking response-header-required
  an optional header | {response: {}} | {header: {required: false}} |  | notice response-header-removed
  a header that may be missing | {header: {required: false}} | {header: {required: true}} |  | breaking response-header-required
  values of a header | {header: {required: true, schema: {enum: [a]}}} | {header: {required: true}} | breaking response-header-values |
  security | {security: []} | {security: [{bearer: []}]} | breaking security-tightened | notice security-loosened
  an alternative | {security: [{bearer: []}]} | {security: [{bearer: []}, {key: []}]} | notice security-loosened | breaking security-tightened
  another name of a scheme | {security: [{bearer: []}]} | {security: [{same: []}]} |  |
  both schemes | {security: [{bearer: []}]} | {security: [{bearer: [], key: []}]} | breaking security-tightened | notice security-loosened
  scopes | {security: [{oauth: [read]}]} | {security: [{oauth: [read, write]}]} | breaking security-tightened | notice security-loosened
  schemes that are not declared | {security: [{bearer: []}]} | {security: [{unknown: []}]} | breaking security-tightened | breaking security-tightened
  servers | {servers: [https://a.test]} | {servers: [https://b.test]} | notice server-removed | notice server-removed
  a slash | {servers: [https://a.test/v1]} | {servers: [https://A.test:443/v1/]} |  |
  a base path | {servers: [https://a.test/v1]} | {servers: [https://a.test/v2]} | breaking base-path-changed | breaking base-path-changed
  a base path in the paths | {servers: [https://a.test/v1]} | {servers: [https://a.test], path: /v1/a} | notice server-removed | notice server-removed
  no base path | {servers: [https://a.test/v1]} | {servers: [https://a.test]} | breaking base-path-changed | breaking base-path-changed
  a text of a whole value | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}}}]} | {parameter: {schema: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}} | breaking parameter-style | 
  a default | {parameter: {schema: {type: integer, default: 5}}, body: {required: true, json: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}} | {parameter: {schema: {type: integer}}, body: {required: true, json: {required: [b], type: object, properties: {b: {type: object, properties: {c: {type: string}}, required: [c], default: {}}}}}} | notice parameter-default, notice request-body-default | notice parameter-default, notice request-body-default
  the media type of a parameter | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: string}}}}]} | {parameters: [{name: p, in: query, content: {text/plain: {}}}]} | breaking parameter-style | breaking parameter-style, breaking parameter-type
  a whole query | {parameters: [{name: q, in: querystring, content: {application/json: {schema: {type: object}}}}]} | {parameters: [{name: r, in: querystring, content: {application/json: {schema: {}}}}]} |  | breaking parameter-type
  fields of a form | {body: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}}}}}}} | {body: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}} |  | breaking request-body-type
  fields of a form that comes back | {response: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}} | {response: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}}}}}}} |  | breaking response-body-type
`)

/** The same of several operations. */
const OTHERS: readonly Row[] = [
  [
    'a path beside a template',
    documentOf({ '/a/b': { post: answer() }, ...templated }),
    documentOf(templated),
    ['breaking operation-removed'],
    ['notice operation-added'],
  ],
  [
    'an operation',
    one({}),
    documentOf({ '/a': { post: answer(), put: answer() } }),
    ['notice operation-added'],
    ['breaking operation-removed'],
  ],
]

const listOf = (cell: string) => (cell === '' ? [] : cell.split(', '))
const rows = TABLE.map(([name = '', before = '', after = '', there = '', back = '']): Row => {
  return [name, documentIn(before), documentIn(after), listOf(there), listOf(back)]
})

for (const [name, before, after, there, back] of [...rows, ...OTHERS]) {
  t.test(`${name}: what breaks, there and back`, async (t) => {
    t.same(rulesOf(changesOf(before, after)), there)
    t.same(rulesOf(changesOf(after, before)), back)
    for (const change of [...changesOf(before, after), ...changesOf(after, before)]) {
      t.equal(change.witness !== undefined, change.severity === 'breaking', change.text)
    }
  })
}

t.test('members that travel in one direction only', async (t) => {
  const plant = (id: object, secret: object, required: string[] = []) => {
    const properties = { id: { type: 'integer', ...id }, secret: { type: 'string', ...secret } }
    return documentOf(
      {
        '/a': {
          post: {
            requestBody: { content: json({ $ref: '#/components/schemas/A' }) },
            responses: {
              200: { description: 'd', content: json({ $ref: '#/components/schemas/A' }) },
            },
          },
        },
      },
      { components: { schemas: { A: { type: 'object', properties, required } } } },
    )
  }
  const [readOnly, writeOnly] = [{ readOnly: true }, { writeOnly: true }]
  const before = plant(readOnly, writeOnly)
  t.same(
    rulesOf(changesOf(before, plant({ ...readOnly, minimum: 1 }, writeOnly))),
    [],
    'more than before',
  )
  t.same(rulesOf(changesOf(before, plant(readOnly, writeOnly, ['id']))), [], 'no request has an id')
  t.same(rulesOf(changesOf(before, plant(readOnly, writeOnly, ['secret']))), [
    'breaking request-body-required',
  ])
  t.same(rulesOf(changesOf(before, plant({ ...readOnly, type: 'string' }, writeOnly))), [
    'breaking response-body-type',
  ])
})

t.test('a range of statuses is shown by one that nobody knows', async (t) => {
  const known = Object.fromEntries(['200', '201'].map((status) => [status, { description: 'd' }]))
  const [change] = changesOf(one({ responses: known }), one(response({}, '2XX')))
  t.match(change, { rule: 'response-status-added', witness: { value: { status: '202' } } })
  const every = Array.from({ length: 100 }, (_, at) => [`${200 + at}`, { description: 'd' }])
  const [other] = changesOf(one({ responses: Object.fromEntries(every) }), one(response({}, '2XX')))
  t.match(other, { witness: { value: { status: '2XX' } } })
})

t.test('another discriminator is a notice, with its values', async (t) => {
  const schema = { type: 'object', required: ['t'], properties: { t: { type: 'string' } } }
  const shared = { components: { schemas: { A: schema, B: schema } } }
  const choice = (values: string[], propertyName = 't') => {
    const refs = values.map((value, at) => [value, `#/components/schemas/${'AB'[at]}`])
    const discriminator = { propertyName, mapping: Object.fromEntries(refs) }
    const anyOf = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    return one(body(true, json({ type: 'array', items: { anyOf, discriminator } })), shared)
  }
  const told = changesOf(choice(['a', 'b']), choice(['a', 'c']))
  t.match(told, [
    {
      ...{ severity: 'notice', rule: 'request-body-discriminator', path: '[0]' },
      ...{ text: 'discriminator t (a, b) → t (a, c)', who: 'clients that choose a schema by it' },
    },
  ])
  t.same(changesOf(choice(['a', 'b']), choice(['a', 'b'])), [])
})

t.test('webhooks and callbacks are read by clients', async (t) => {
  const event = (schema: object) => ({
    post: { requestBody: { content: json(schema) }, ...answer() },
  })
  const [wide, narrow] = [members('a'), { ...members('a'), required: ['a'] }]
  const hook = (schema: object) => one({}, { webhooks: { grown: event(schema) } })
  const call = (schema: object) =>
    one({ callbacks: { done: { '{$request.body#/url}': event(schema) } } })
  const gone = ['breaking event-removed']
  for (const [documentOfEvent, name] of [
    [hook, 'webhook grown POST'],
    [call, 'callback done POST of a'],
  ] as const) {
    const told = changesOf(documentOfEvent(narrow), documentOfEvent(wide))
    t.match(told, [{ severity: 'breaking', rule: 'event-body-required', operations: [name] }])
    t.match(told, [{ who: 'clients that read a', part: 'payload', witness: { value: {} } }])
    t.same(changesOf(documentOfEvent(wide), documentOfEvent(narrow)), [])
    t.same(rulesOf(changesOf(documentOfEvent(wide), one({}))), gone)
    t.same(rulesOf(changesOf(one({}), documentOfEvent(wide))), ['notice event-added'])
  }
})

t.test('a cause that operations share is one change', async (t) => {
  const shared = (schema: object) =>
    documentOf(
      Object.fromEntries(
        ['/a', '/b', '/c'].map((path) => [
          path,
          {
            post: {
              requestBody: { content: json({ $ref: '#/components/schemas/A' }) },
              ...answer(),
            },
          },
        ]),
      ),
      { components: { schemas: { A: schema } } },
    )
  const [change, ...others] = changesOf(shared({ type: 'string' }), shared({ type: 'integer' }))
  t.same(others, [])
  t.match(change, {
    operations: ['POST /a', 'POST /b', 'POST /c'],
    part: 'request body',
    text: 'type "string" → "integer"',
    old: { pointer: '#/components/schemas/A/type', at: /^openapi.json:1:\d+$/ },
  })
})

t.test('a parameter and a body that share a schema have a witness each', async (t) => {
  const shared = (values: string[]) => {
    const schema = { $ref: '#/components/schemas/A' }
    const content = json({ type: 'object', properties: { a: schema }, required: ['a'] })
    return one(
      { ...parameter({ schema: { type: 'array', items: schema } }), ...body(true, content) },
      { components: { schemas: { A: { enum: values } } } },
    )
  }
  const told = changesOf(shared(['a', 'b']), shared(['a']))
  t.match(told, [
    { rule: 'parameter-values', witness: { value: ['b'] } },
    { rule: 'request-body-values', witness: { value: { a: 'b' } } },
  ])
})

t.test('Swagger 2.0 beside OpenAPI 3', async (t) => {
  const info = { title: 'T', version: '1' }
  const old = {
    ...{ swagger: '2.0', info, host: 'a.test', basePath: '/v1', schemes: ['https'] },
    consumes: ['application/json'],
    paths: {
      '/a': {
        post: {
          parameters: [
            { name: 'q', in: 'query', type: 'integer' },
            {
              name: 'body',
              in: 'body',
              schema: { type: 'object', properties: { a: { type: 'string' } } },
            },
          ],
          ...answer(),
        },
      },
    },
  }
  const operation = {
    ...parameter({ schema: { type: 'integer', maximum: 5 } }, 'q'),
    ...body(false, json({ type: 'object', properties: { a: { type: 'string', maxLength: 2 } } })),
    ...answer(),
  }
  const kept = documentOf(
    { '/a': { post: operation } },
    { servers: [{ url: 'https://a.test/v1' }] },
  )
  t.match(changesOf(old, kept), [
    { rule: 'parameter-bounds', old: { pointer: '#/paths/~1a/post/parameters/0' } },
    { rule: 'request-body-length' },
  ])
  t.match(changesOf({ ...old, host: 'b.test' }, kept).at(-1), {
    ...{ rule: 'server-removed', old: { pointer: '#/host' } },
    text: 'the server https://b.test/v1 is removed',
  })
  const { schemes: _schemes, ...plain } = old
  t.same(changesOf(old, plain), [], 'https is what is left out')
})
