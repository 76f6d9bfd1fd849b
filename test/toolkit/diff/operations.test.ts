import t from 'tap'
import { rowsOf } from '../../helpers/rows.js'
import { changesOf, documentIn, rulesOf, written } from './helpers/documents.js'

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
  style of a list in brackets | {parameter: {style: deepObject, schema: {type: array, items: {type: string}}}} | {parameter: {schema: {type: array, items: {type: string}}}} | breaking parameter-style | breaking parameter-style
  style of a list of objects in brackets | {body: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {required: [a, b], type: object, properties: {a: {type: integer, format: int64}, b: {const: {}}}}}}}, encoding: {f: {style: deepObject}}}}}} | {body: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {required: [a, b], type: object, properties: {a: {type: integer, format: int64}, b: {const: {}}}}}}}}}}} | breaking request-body-style | breaking request-body-style
  style of one text | {parameter: {}} | {parameter: {explode: false}} |  |
  style of nothing | {parameter: {schema: false}} | {parameter: {schema: false, explode: false}} |  |
  style of what cannot be written | {parameter: {schema: {type: array, maxItems: 0}}} | {parameter: {schema: {type: array, maxItems: 0}, explode: false}} |  |
  content of a parameter | {parameter: {}} | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: string}}}}]} | breaking parameter-style | breaking parameter-style
  a read-only member of a parameter | {parameter: {style: deepObject, schema: {type: object, properties: {a: {readOnly: true}}}}} | {parameter: {style: deepObject, schema: {type: object, properties: {a: {readOnly: true}}, required: [a]}}} |  |
  a list in place of one | {parameter: {schema: {type: integer}}} | {parameter: {schema: {type: array, items: {type: integer}}}} |  | breaking parameter-type
  longer texts in a list in place of one | {parameter: {}} | {parameter: {schema: {type: array, items: {type: string, minLength: 2}}}} | breaking parameter-length | breaking parameter-type
  nothing of a tuple without other items | {parameter: {schema: {type: array, prefixItems: [{}], unevaluatedItems: false}}} | {summary: s, parameter: {schema: {type: array, prefixItems: [{}], unevaluatedItems: false}}} |  |
  an empty list, which is not sent | {parameter: {schema: {type: array, items: {type: string}}}} | {parameter: {schema: {type: array, items: {type: string}, minItems: 1}}} |  |
  one listed text in place of a list | {parameter: {schema: {type: array, items: {enum: [a]}}}} | {parameter: {schema: {type: string, enum: [a]}}} | breaking parameter-type |
  a list of files in place of one | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}}}}} | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: array, items: {type: string, format: binary}}}}}}}} |  | undecided request-body-type
  a list in a form in place of another type | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string}}}}}}} | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: array, items: {type: integer}}}}}}}} | breaking request-body-type | undecided request-body-type
  fewer items of a form, whose empty list is not sent | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: array, items: {type: string}}}}}}}} | {body: {required: false, content: {multipart/form-data: {schema: {type: object, properties: {f: {type: array, items: {type: string}, minItems: 1}}}}}}} |  |
  a discriminator of a base with heirs | {response: {json: {$ref: '#/components/schemas/P'}}, parts: {components: {schemas: {P: {discriminator: {propertyName: k, mapping: {c: '#/components/schemas/C'}}, required: [k], properties: {k: {type: string}}}, C: {allOf: [{$ref: '#/components/schemas/P'}, {properties: {x: {type: string}}}]}}}}} | {response: {json: {allOf: [{$ref: '#/components/schemas/P'}]}}, parts: {components: {schemas: {P: {discriminator: {propertyName: k, mapping: {d: '#/components/schemas/C'}}, required: [k], properties: {k: {type: string}}}, C: {allOf: [{$ref: '#/components/schemas/P'}, {properties: {x: {type: string}}}]}}}}} | notice response-body-discriminator | notice response-body-discriminator
  a discriminator behind an allOf | {response: {json: {$ref: '#/components/schemas/P'}}, parts: {components: {schemas: {P: {discriminator: {propertyName: k, mapping: {c: '#/components/schemas/C'}}, required: [k], properties: {k: {type: string}}}, C: {allOf: [{$ref: '#/components/schemas/P'}, {properties: {x: {type: string}}}]}}}}} | {response: {json: {allOf: [{$ref: '#/components/schemas/P'}]}}, parts: {components: {schemas: {P: {discriminator: {propertyName: k, mapping: {c: '#/components/schemas/C'}}, required: [k], properties: {k: {type: string}}}, C: {allOf: [{$ref: '#/components/schemas/P'}, {properties: {x: {type: string}}}]}}}}} |  |
  a member of one of several objects | {body: {required: true, json: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}, parts: {components: {schemas: {A: {type: object, properties: {a: {type: string}}}, B: {type: object, properties: {b: {type: boolean}}}}}}} | {body: {required: true, json: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}, parts: {components: {schemas: {A: {type: object, properties: {a: {type: string}}}, B: {type: object, properties: {b: {type: boolean}, c: {type: string}}}}}}} | notice request-body-member |
  a value of a branch | {response: {json: {properties: {g: {oneOf: [{$ref: '#/components/schemas/G'}, {type: 'null'}]}}, required: [g], type: object}}, parts: {components: {schemas: {G: {enum: [a]}}}}} | {response: {json: {properties: {g: {oneOf: [{$ref: '#/components/schemas/G'}, {type: 'null'}]}}, required: [g], type: object}}, parts: {components: {schemas: {G: {enum: [a, b]}}}}} | breaking response-body-values |
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
  a status without a body beside all others | {responses: {default: {description: d, content: {application/json: {}}}}} | {responses: {default: {description: d, content: {application/json: {}}}, '304': {description: d}}} |  |
  a body of a response | {response: {}} | {response: {json: {}}} | notice response-media-type-added | breaking response-body-removed
  a media type of a response | {response: {json: {}}} | {response: {content: {application/json: {schema: {}}, text/plain: {}}}} | notice response-media-type-added | breaking response-media-type-removed
  a media type of a range in a response | {response: {content: {'*/*': {schema: {type: object}}}}} | {response: {content: {application/json: {schema: {type: object}}}}} |  | notice response-media-type-added
  another schema in a range of a response | {response: {content: {'*/*': {schema: {type: object}}}}} | {response: {content: {application/json: {schema: {type: object, required: [a]}}}}} |  | breaking response-body-required, notice response-media-type-added
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
  servers | {urls: [https://a.test]} | {urls: [https://b.test]} | notice server-removed | notice server-removed
  a slash | {urls: [https://a.test/v1]} | {urls: [https://A.test:443/v1/]} |  |
  a base path | {urls: [https://a.test/v1]} | {urls: [https://a.test/v2]} | breaking base-path-changed | breaking base-path-changed
  a base path in the paths | {urls: [https://a.test/v1]} | {urls: [https://a.test], path: /v1/a} | notice server-removed | notice server-removed
  no base path | {urls: [https://a.test/v1]} | {urls: [https://a.test]} | breaking base-path-changed | breaking base-path-changed
  a text of a whole value | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}}}]} | {parameter: {schema: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}} | breaking parameter-style | 
  a default | {parameter: {schema: {type: integer, default: 5}}, body: {required: true, json: {type: object, required: [b], properties: {b: {type: object, properties: {c: {type: string}}, required: [c]}}}}} | {parameter: {schema: {type: integer}}, body: {required: true, json: {required: [b], type: object, properties: {b: {type: object, properties: {c: {type: string}}, required: [c], default: {}}}}}} | notice parameter-default, notice request-body-default | notice parameter-default, notice request-body-default
  the media type of a parameter | {parameters: [{name: p, in: query, content: {application/json: {schema: {type: string}}}}]} | {parameters: [{name: p, in: query, content: {text/plain: {}}}]} | breaking parameter-style | breaking parameter-style, breaking parameter-type
  a whole query | {parameters: [{name: q, in: querystring, content: {application/json: {schema: {type: object}}}}]} | {parameters: [{name: r, in: querystring, content: {application/json: {schema: {}}}}]} |  | breaking parameter-type
  fields of a form | {body: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}}}}}}} | {body: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}} |  | breaking request-body-type
  fields of a form that comes back | {response: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}} | {response: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}}}}}}} |  | breaking response-body-type
`)

/** The same of several operations. */
const OTHERS = rowsOf(`
  a path beside a template | { POST /a/b: {}, 'POST /a/{p}': { parameters: [{ name: p, in: path, required: true, schema: { type: string } }] } } | 'POST /a/{p}': { parameters: [{ name: p, in: path, required: true, schema: { type: string } }] } | breaking operation-removed | notice operation-added
  an operation | POST /a: {} | { POST /a: {}, PUT /a: {} } | notice operation-added | breaking operation-removed
`)

for (const [rows, read] of [
  [TABLE, documentIn],
  [OTHERS, written],
] as const) {
  for (const [name, one = '', other = '', there = '', back = ''] of rows) {
    t.test(`${name}: what breaks, there and back`, async (t) => {
      const [before, after] = [read(one), read(other)]
      const [changes, changesBack] = [changesOf(before, after), changesOf(after, before)]
      t.equal(rulesOf(changes).join(', '), there)
      t.equal(rulesOf(changesBack).join(', '), back)
      for (const { witness, severity, text } of [...changes, ...changesBack])
        t.equal(witness !== undefined, severity === 'breaking', text)
    })
  }
}

/** A schema that travels in both directions, beside one whose id is only read, and what breaks. */
const ONE_WAY = rowsOf(`
  { properties: { id: { type: integer, readOnly: true, minimum: 1 }, secret: { type: string, writeOnly: true } } } |
  { properties: { id: { type: integer, readOnly: true }, secret: { type: string, writeOnly: true } }, required: [id] } |
  { properties: { id: { type: integer, readOnly: true }, secret: { type: string, writeOnly: true } }, required: [secret] } | breaking request-body-required
  { properties: { id: { type: string, readOnly: true }, secret: { type: string, writeOnly: true } } } | breaking response-body-type
`)

t.test('members that travel in one direction only', async (t) => {
  const plant = (schema: string) => written(`POST /a: { body: $A, 200: $A }\nA: ${schema}`)
  const before = plant(
    '{ properties: { id: { type: integer, readOnly: true }, secret: { type: string, writeOnly: true } } }',
  )
  for (const [schema = '', rules] of ONE_WAY)
    t.equal(rulesOf(changesOf(before, plant(schema))).join(), rules, schema)
})

t.test('a range of statuses is shown by one that nobody knows', async (t) => {
  const range = written('POST /a: { responses: { 2XX: { description: d } } }')
  const known = written('POST /a: { 200: null, 201: null }')
  t.match(changesOf(known, range), [
    { rule: 'response-status-added', witness: { value: { status: '202' } } },
  ])
  const every = Array.from({ length: 100 }, (_, at) => `${200 + at}: null`)
  t.match(changesOf(written(`POST /a: { ${every} }`), range), [
    { witness: { value: { status: '2XX' } } },
  ])
})

t.test('another discriminator is a notice, with its values', async (t) => {
  const choice = (first: string, second: string) =>
    written(`
POST /a: { operationId: a, body: { type: array, items: { anyOf: [$A, $B], discriminator: { propertyName: t, mapping: { ${first}: '#/components/schemas/A', ${second}: '#/components/schemas/B' } } } } }
A: { type: object, required: [t], properties: { t: { type: string } } }
B: { type: object, required: [t], properties: { t: { type: string } } }`)
  t.match(changesOf(choice('a', 'b'), choice('a', 'c')), [
    {
      ...{ severity: 'notice', rule: 'request-body-discriminator', path: '[0]' },
      ...{ text: 'discriminator t (a, b) → t (a, c)', who: 'clients that choose a schema by it' },
    },
  ])
  t.same(changesOf(choice('a', 'b'), choice('a', 'b')), [])
})

t.test('webhooks and callbacks are read by clients', async (t) => {
  const event = (required: string) =>
    `post: { requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } }${required} } } } }, responses: { 204: { description: d } } }`
  const events: [name: string, document: (required: string) => object][] = [
    [
      'webhook grown POST',
      (required) =>
        written(`POST /a: { operationId: a }\nwebhooks: { grown: { ${event(required)} } }`),
    ],
    [
      'callback done POST of a',
      (required) =>
        written(
          `POST /a: { operationId: a, callbacks: { done: { '{$request.body#/url}': { ${event(required)} } } } }`,
        ),
    ],
  ]
  const none = written('POST /a: { operationId: a }')
  for (const [name, document] of events) {
    const [narrow, wide] = [document(', required: [a]'), document('')]
    const told = changesOf(narrow, wide)
    t.match(told, [{ severity: 'breaking', rule: 'event-body-required', operations: [name] }])
    t.match(told, [{ who: 'clients that read a', part: 'payload', witness: { value: {} } }])
    t.same(changesOf(wide, narrow), [])
    t.same(rulesOf(changesOf(wide, none)), ['breaking event-removed'])
    t.same(rulesOf(changesOf(none, wide)), ['notice event-added'])
  }
})

t.test('a cause that operations share is one change', async (t) => {
  const shared = (type: string) =>
    written(`
POST /a: { body: $A }
POST /b: { body: $A }
POST /c: { body: $A }
A: { type: ${type} }`)
  const [change, ...others] = changesOf(shared('string'), shared('integer'))
  t.same(others, [])
  t.match(change, {
    operations: ['POST /a', 'POST /b', 'POST /c'],
    part: 'request body',
    text: 'type "string" → "integer"',
    old: { pointer: '#/components/schemas/A/type', at: /^openapi.json:1:\d+$/ },
  })
})

t.test('a parameter and a body that share a schema have a witness each', async (t) => {
  const shared = (values: string) =>
    written(`
POST /a: { parameters: [{ name: p, in: query, schema: { type: array, items: $A } }], body: { type: object, properties: { a: $A }, required: [a] } }
A: { enum: [${values}] }`)
  t.match(changesOf(shared('a, b'), shared('a')), [
    { rule: 'parameter-values', witness: { value: ['b'] } },
    { rule: 'request-body-values', witness: { value: { a: 'b' } } },
  ])
})

t.test('Swagger 2.0 beside OpenAPI 3', async (t) => {
  const old = (more: string) =>
    written(`
swagger: '2.0'
basePath: /v1
consumes: [application/json]
${more}
POST /a: { parameters: [{ name: q, in: query, type: integer }, { name: body, in: body, schema: { type: object, properties: { a: { type: string } } } }] }`)
  const [first, second] = ['host: a.test\nschemes: [https]', 'host: b.test\nschemes: [https]']
  const kept = written(`
servers: [{ url: https://a.test/v1 }]
POST /a: { parameters: [{ name: q, in: query, schema: { type: integer, maximum: 5 } }], requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string, maxLength: 2 } } } } } } }`)
  t.match(changesOf(old(first), kept), [
    { rule: 'parameter-bounds', old: { pointer: '#/paths/~1a/post/parameters/0' } },
    { rule: 'request-body-length' },
  ])
  t.match(changesOf(old(second), kept).at(-1), {
    ...{ rule: 'server-removed', old: { pointer: '#/host' } },
    text: 'the server https://b.test/v1 is removed',
  })
  t.same(changesOf(old(first), old('host: a.test')), [], 'https is what is left out')
})
