import t from 'tap'
import { createJudge, type Exchange } from '#toolkit/conformance/index.js'
import { objectOf, tableOf } from '../../../helpers/rows.js'
import { foundAt } from './judged.js'

const DOCUMENT = objectOf(`
  openapi: '3.1.0'
  info: { title: T, version: '1' }
  paths:
    '/plants/{id}':
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      get:
        operationId: getPlant
        responses:
          200:
            description: ok
            headers:
              X-Count: { required: true, schema: { type: integer } }
              X-Name: { $ref: '#/components/headers/Name' }
              X-Free: { schema: {} }
              Content-Type: { schema: { type: integer } }
            content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } }
          204: { description: none }
          205: { description: none }
          503: { description: text, content: { text/*: {} } }
          '4XX': { $ref: '#/components/responses/Failed' }
    /plants/all:
      get: { operationId: all, responses: { default: { description: any } } }
      head: { operationId: head, responses: { 200: { description: d } } }
    /silent: { get: { operationId: silent, responses: { 200: { description: d } } } }
  components:
    headers: { Name: { schema: { enum: [a, b] } } }
    responses:
      Failed:
        description: failed
        content: { application/problem+json: { schema: { $ref: '#/components/schemas/Error' } } }
    schemas:
      Plant:
        type: object
        required: [name]
        properties:
          name: { type: string }
          count: { type: integer, format: int64 }
          parent: { $ref: '#/components/schemas/Plant' }
          secret: { type: string, writeOnly: true }
      Error: { type: object, properties: { error: { type: integer, format: int32 } } }
`)

type Changes = Partial<Omit<Exchange, 'body'>> & { body?: string | Buffer }

const exchange = ({ body = '{"name":"fern"}', ...rest }: Changes): Exchange => ({
  method: 'GET',
  path: '/plants/1',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-count': 3 },
  ...rest,
  body: Buffer.from(body as string),
})

const json = { 'content-type': 'application/json', 'x-count': 1 }
const GET = '#/paths/~1plants~1{id}/get'
const PLANT = '#/components/schemas/Plant'

const { judge } = createJudge(DOCUMENT)

const told = (changes: Changes) =>
  judge(exchange(changes)).map(
    ({ check, pointer, expected, received }) => `${check} ${pointer}: ${expected}; ${received}`,
  )

/** Each finding is `check pointer: expected; received`. */
const table: readonly [name: string, changes: Changes, ...findings: string[]][] = [
  ...tableOf<[name: string, changes: Changes, ...findings: string[]]>(`
  a response that keeps the contract | {}
  a reference inside the schema | {body: '{"name":"a","parent":{"name":1}}'} | 'body-valid #/components/schemas/Plant: /parent/name must be string; 1'
  a path that is not documented | {path: /plants/1/2} | 'operation-documented #/paths: a documented operation; GET /plants/1/2'
  a method that is not documented | {method: POST} | 'operation-documented #/paths: a documented operation; POST /plants/1'
  a status that is not documented | {status: 201} | 'status-documented #/paths/~1plants~1{id}/get/responses: one of 200, 204, 205, 503, 4XX; status 201'
  a failure that any server may have | {status: 502}
  an error of an operation that names none | {path: /silent, status: 404, body: ''}
  a success of an operation that names another one | {path: /silent, status: 202, body: ''} | 'status-documented #/paths/~1silent/get/responses: one of 200; status 202'
  a concrete path comes first | {path: /plants/all, status: 418, body: ''}
  an error that explains itself | {path: /plants/all, status: 418, body: why}
  a body of a success without content | {path: /plants/all, body: x} | 'body-absent #/paths/~1plants~1all/get/responses/default: no body; 1 bytes of application/json; charset=utf-8'
  a range of statuses | {status: 404, headers: {content-type: application/problem+json}, body: '{"error":40400}'}
  the largest int64 | {body: '{"name":"a","count":9223372036854775807}'}
  more than int64 | {body: '{"name":"a","count":9223372036854775808}'} | 'body-valid #/components/schemas/Plant: /count must be int64; "9223372036854775808"'
  no media type | {status: 404, headers: {}, body: '{}'} | 'media-type-documented #/components/responses/Failed/content: application/problem+json; no Content-Type'
  a range of media types | {status: 503, headers: {content-type: Text/Plain}, body: x}
  no content | {status: 204, body: ''}
  a body after 204 | {status: 204} | 'body-absent #/paths/~1plants~1{id}/get: no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5); 15 bytes after status 204'
  a body after 205 | {status: 205} | 'body-absent #/paths/~1plants~1{id}/get: no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5); 15 bytes after status 205'
  HEAD has no body | {path: /plants/all, method: HEAD, body: ''}
  a required header | {headers: {content-type: application/json}} | 'header-present #/paths/~1plants~1{id}/get/responses/200/headers/X-Count: X-Count; no X-Count'
  a header of any value | {headers: {content-type: application/json, x-count: 1, x-free: c}}
  no object | {body: '[]'} | 'body-valid #/components/schemas/Plant: the body must be object; []'
  a missing member | {body: '{}'} | 'body-valid #/components/schemas/Plant: the body must have required property ''name''; {}'
  a write-only member | {body: '{"name":"a","secret":"s"}'} | 'body-valid #/components/schemas/Plant: /secret is not allowed; "s"'
  no JSON | {body: '{'} | 'body-json #/paths/~1plants~1{id}/get/responses/200/content/application~1json: application/json; the text is not valid JSON: it ends too early'
  a member twice | {body: '{"name":"a","name":"a"}'} | 'body-json #/paths/~1plants~1{id}/get/responses/200/content/application~1json: application/json; an object has a member twice'
  a length that is right | {headers: {content-type: application/json, x-count: 1, content-length: '15'}}
  the length of what HEAD leaves out | {path: /plants/all, method: HEAD, body: '', headers: {content-length: '15'}}
  a redirection to nowhere | {path: /plants/all, status: 302, body: ''} | 'redirect #/paths/~1plants~1all/get/responses: Location; status 302 without Location'
  an upgrade to nothing | {path: /plants/all, status: 426, body: ''} | 'upgrade #/paths/~1plants~1all/get/responses: Upgrade; status 426 without Upgrade'
  a part of what | {path: /plants/all, status: 206, body: ''} | 'range #/paths/~1plants~1all/get/responses: Content-Range; status 206 without Content-Range'
  a body of no media type where there is no content | {path: /plants/all, body: x, headers: {}} | 'body-absent #/paths/~1plants~1all/get/responses/default: no body; 1 bytes of no media type'
  int32 | {status: 404, headers: {content-type: application/problem+json}, body: '{"error":2147483648}'} | 'body-valid #/components/schemas/Error: /error must be <= 2147483647; 2147483648'
  another media type | {status: 404, headers: {content-type: application/json}, body: '{}'} | 'media-type-documented #/components/responses/Failed/content: application/problem+json; application/json'
  a media type that is malformed | {headers: {content-type: application/json; charset, x-count: 1}} | 'media-type-documented #/paths/~1plants~1{id}/get/responses/200/content: application/json; application/json; charset'
  two media types | {headers: {content-type: [application/json, text/html], x-count: 1}} | 'media-type-documented #/paths/~1plants~1{id}/get/responses/200/content: application/json; application/json, text/html'
  HEAD with a body | {path: /plants/all, method: HEAD, body: x} | 'body-absent #/paths/~1plants~1all/head: no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5); 1 bytes after status 200'
  a header that is no integer | {headers: {content-type: application/json, x-count: three}} | 'header-valid #/paths/~1plants~1{id}/get/responses/200/headers/X-Count: X-Count must be integer; X-Count: three'
  a header that is not among the values | {headers: {content-type: application/json, x-count: 1, x-name: c}} | 'header-valid #/paths/~1plants~1{id}/get/responses/200/headers/X-Name: X-Name must be equal to one of the allowed values: "a", "b"; X-Name: c'
  a member that is not documented | {body: '{"name":"a","parent":{"name":"b","a/b":1}}'} | 'member-documented #/components/schemas/Plant: members that the schema names; the member /parent/a~1b'
  a charset that JSON does not have | {headers: {content-type: application/json; charset=iso-8859-1, x-count: 1}} | 'body-json #/paths/~1plants~1{id}/get/responses/200/content/application~1json: application/json; the charset iso-8859-1'
  a problem of another status | {status: 404, headers: {content-type: application/problem+json}, body: '{"status":400}'} | 'problem-status #/components/responses/Failed/content/application~1problem+json: the status of the response in the problem: 404; 400'
  a length that is wrong | {headers: {content-type: application/json, x-count: 1, content-length: '3'}} | 'content-length #/paths/~1plants~1{id}/get: Content-Length: 15; Content-Length: 3'
  a length of no content | {status: 204, body: '', headers: {content-length: '0'}} | 'content-length #/paths/~1plants~1{id}/get: no Content-Length in a 204 (RFC 9110, section 8.6); Content-Length: 0'
  an entity tag without quotes | {headers: {content-type: application/json, x-count: 1, etag: abc}} | 'field-syntax #/paths/~1plants~1{id}/get: etag as RFC 9110, section 8.8.3 defines it; etag: abc'
  headers of HTTP that are right | {headers: {content-type: application/json, x-count: 1, etag: 'W/"abc"', allow: 'GET, HEAD', location: '/a?b=%20#c', retry-after: '3', last-modified: 'Sun, 06 Nov 1994 08:49:37 GMT', content-range: 'bytes 0-1/*', accept-ranges: bytes}}
  headers of HTTP that are wrong | {headers: {content-type: application/json, x-count: 1, location: /a b, last-modified: '1994-11-06'}} | 'field-syntax #/paths/~1plants~1{id}/get: location as RFC 9110, section 10.2.2 defines it; location: /a b' | 'field-syntax #/paths/~1plants~1{id}/get: last-modified as RFC 9110, section 8.8.2 defines it; last-modified: 1994-11-06'
  405 with the methods of its path | {path: /plants/all, status: 405, body: '', headers: {allow: 'GET, HEAD'}}
  405 with these methods and OPTIONS | {path: /plants/all, status: 405, body: '', headers: {allow: 'HEAD, OPTIONS, GET'}}
  405 with some of these methods | {path: /plants/all, status: 405, body: '', headers: {allow: HEAD}}
  405 with no method | {path: /plants/all, status: 405, body: ''} | 'allow #/paths/~1plants~1all: Allow; status 405 without Allow'
  405 with another method | {path: /plants/all, status: 405, body: '', headers: {allow: OPTIONS}} | 'allow #/paths/~1plants~1all: Allow: GET, HEAD; Allow: OPTIONS'
  405 with a method more | {path: /plants/all, status: 405, body: '', headers: {allow: 'GET, HEAD, PUT'}} | 'allow #/paths/~1plants~1all: Allow: GET, HEAD; Allow: GET, HEAD, PUT'
  a number that JSON.parse cannot hold | {body: '{"name":1e999}'} | 'body-valid #/components/schemas/Plant: /name must be string; a number that JSON.parse cannot hold'
  a failure without a body | {status: 404, headers: {}, body: ''} | 'media-type-documented #/components/responses/Failed/content: application/problem+json; no Content-Type'
  parts that say what they are of | {path: /plants/all, status: 206, body: '', headers: {content-type: multipart/byteranges; boundary=x}}
`),
  [
    'no UTF-8',
    { body: Buffer.from([0x22, 0xff, 0x22]) },
    `body-json ${GET}/responses/200/content/application~1json: application/json; the text is not valid UTF-8`,
  ],
  [
    'a byte order mark',
    { body: '\ufeff{"name":"a"}' },
    `body-json ${GET}/responses/200/content/application~1json: application/json; the text begins with a byte order mark`,
  ],
  ['a lone surrogate is JSON', { body: '{"name":"\\ud800"}' }],
  [
    'a lone surrogate in no JSON',
    { body: '{"name":"\\ud800"' },
    `body-json ${GET}/responses/200/content/application~1json: application/json; the text is not valid JSON: it ends too early`,
  ],
]

for (const [name, changes, ...findings] of table)
  t.test(name, async (t) => t.same(told(changes), findings))

const INSIDES = tableOf<[text: string, error: string, ...insides: string[]]>(String.raw`
  JavaScript | "Error: x\n    at Object.<anonymous> (/app/src/x.js:1:2)" | a stack trace of JavaScript | a path of the server
  Java | "x\n\tat org.a.B.c(B.java:1)" | a stack trace of Java
  an exception of Java | 'java.lang.NullPointerException: x' | a stack trace of Java
  Ruby | "lib/a.rb:12:in \u0060b'" | 'a stack trace of Ruby, PHP or Rust'
  PHP | in a.php on line 3 | 'a stack trace of Ruby, PHP or Rust'
  Rust | thread 'main' panicked at x | 'a stack trace of Ruby, PHP or Rust'
  a member of nothing | "Cannot read properties of undefined (reading 'id')" | an error of the program
  an attribute of None | "'NoneType' object has no attribute 'id'" | an error of the program
  a connection | connect ECONNREFUSED 10.0.0.1:5432 | an error of the operating system
  PostgreSQL | duplicate key value violates unique constraint "a" | an SQL statement or error
  MySQL | "Duplicate entry '1' for key 'a.b'" | an SQL statement or error
  MongoDB | E11000 duplicate key error | an SQL statement or error
  an address | could not connect to postgres://a@b/c | the address of a database
  a path of the API | no such plant at /plants/1
  a constraint of a schema | The request breaks the unique constraint of its schema.
`)

for (const [what, error, ...insides] of INSIDES) {
  t.test(`the insides of a server in an error: ${what}`, async (t) => {
    const rule = 'leak #/paths/~1plants~1all/get: a response without insides of the server'
    t.same(
      told({ path: '/plants/all', status: 500, body: JSON.stringify({ error }) }),
      insides.map((each) => `${rule}; ${each}`),
    )
  })
}

t.test('a coded body is judged without its coding', async (t) => {
  const { gzipSync } = await import('node:zlib')
  const answer = (coding: string, body: Buffer) =>
    told({ headers: { ...json, 'content-encoding': coding }, body })
  const [right, wrong] = [gzipSync('{"name":"a"}'), gzipSync('{}')]
  t.same(answer('gzip', right), [])
  t.same(answer('identity, GZIP', wrong), [
    `body-valid ${PLANT}: the body must have required property 'name'; {}`,
  ])
  t.same(answer('gzip', right.subarray(0, 9)), [
    `body-framing ${GET}/responses/200/content: Content-Encoding: gzip; bytes that are not coded so`,
  ])
  t.same(answer('conformance', wrong), [], 'a coding that is not known is not judged')
})

t.test('a default that describes errors describes no success', async (t) => {
  const response = (name: string) => ({
    description: 'd',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const components = { schemas: { Error: { type: 'object' }, Thing: { type: 'object' } } }
  const judged = (responses: object, status = 204) =>
    foundAt(responses, { status }, { components }).map(({ check }) => check)
  const [error, thing] = [response('Error'), response('Thing')]
  t.same(judged({ 200: thing, 400: error, default: error }), ['status-documented'])
  t.same(judged({ 200: thing, 400: error, default: thing }), [])
  t.same(judged({ 400: error, default: error }), [])
  t.same(judged({ 200: thing, default: { description: 'd' } }), [])
  t.same(judged({ 200: thing, default: error }, 431), [], 'a server may read no fields so long')
  const any = { description: 'd', content: { 'text/plain': {} } }
  t.same(judged({ 200: thing, 400: any, default: any }), [], 'no schema is the same as none')
  t.same(judged({ 302: thing, 500: error, default: error }), ['status-documented'])
})

t.test('long values are told shortly', async (t) => {
  t.match(told({ body: JSON.stringify({ name: ['a'.repeat(300)] }) }), [/…$/])
})
