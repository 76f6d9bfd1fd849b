import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { otherForms } from '#toolkit/conformance/probes/connection/other-forms.js'
import { contentCodings } from '#toolkit/conformance/probes/http/codings.js'
import { heads } from '#toolkit/conformance/probes/http/heads.js'
import { largeBodies } from '#toolkit/conformance/probes/http/large-bodies.js'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { undocumentedMethods } from '#toolkit/conformance/probes/http/methods.js'
import { outsideErrors } from '#toolkit/conformance/probes/http/outside.js'
import { paths } from '#toolkit/conformance/probes/http/paths.js'
import { preferences } from '#toolkit/conformance/probes/http/preferences.js'
import { ranges } from '#toolkit/conformance/probes/http/ranges.js'
import { responseCodings } from '#toolkit/conformance/probes/http/response-codings.js'
import { servedDocument } from '#toolkit/conformance/probes/http/served-document.js'
import { TRANSPORT_PROBES } from '#toolkit/conformance/probes/probes.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { DOCUMENT } from './helpers/document.js'
import { runProbes } from './helpers/run-probe.js'
import { type Answer, BYTES, type Call, type Parts } from './helpers/server.js'

const PROBES = [validRequests, ...TRANSPORT_PROBES]

t.test('a server that keeps its contract', async (t) => {
  const { violations, notes } = await runProbes(t, PROBES)
  t.same(violations, [])
  t.same(notes, [
    'The challenge to a wrong token has no invalid_token (RFC 6750, 3.1).',
    'A path with two slashes is the same path.',
    'An encoded letter in a path is another path (RFC 3986, section 6.2.2.2).',
    'A request with two Hosts is accepted (RFC 9112, section 3.2).',
    'A request with an invalid Host is accepted (RFC 9112, section 3.2).',
  ])
})

type Fault = (parts: Parts) => Partial<Parts>

/** The server answers some requests otherwise. */
const answers =
  (when: (call: Call) => boolean, answer: (call: Call, parts: Parts) => Answer): Fault =>
  (parts) => ({ route: (call) => (when(call) ? answer(call, parts) : parts.route(call)) })

const asCreated = answers
const thing = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"id":1,"name":"a"}',
}
const isCreate = ({ method, url }: Call) => method === 'POST' && url.pathname === '/things'
const typeOf = ({ headers }: Call) => headers['content-type'] ?? ''

const OCTETS = { 'Content-Type': 'application/octet-stream' }
const CODINGS = ['gzip', 'br', 'deflate', 'identity']
const isAskedFor = ({ headers }: Call) => headers['accept-encoding'] === 'gzip'

/** Files are sent as gzip. */
const gzips = (body: () => Buffer, when: (call: Call) => boolean = () => true, more = {}): Fault =>
  answers(
    (call) => call.url.pathname === '/file' && !!call.headers.authorization && when(call),
    () => ({
      status: 200,
      headers: { ...OCTETS, 'Content-Encoding': 'gzip', ...more },
      body: gzipSync(body()),
    }),
  )

/** Each fault, the probe that finds it, and what it finds of one operation. */
const faults: readonly [name: string, Probe, only: string, found: string[], fault: Fault][] = [
  [
    'a method that is not documented',
    undocumentedMethods,
    'createThing',
    ['operation-documented: PUT /things, which the document does not have'],
    answers(
      ({ method, url }) => method === 'PUT' && url.pathname === '/things',
      () => thing,
    ),
  ],
  [
    '405 with the methods of another path',
    undocumentedMethods,
    'getFile',
    ['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map(
      (method) => `allow: ${method} /file, which the document does not have`,
    ),
    ({ error }) => ({ error: (status) => error(status, status === 405 ? { Allow: 'PUT' } : {}) }),
  ],
  [
    'a path below another one',
    paths,
    'getFile',
    ['operation-documented: GET /file/x/y/z, which the document does not have'],
    answers(
      ({ url }) => url.pathname === '/file/x/y/z',
      () => thing,
    ),
  ],
  [
    'a path that ends with a format',
    paths,
    'getFile',
    ['operation-documented: GET /file.json, which the document does not have'],
    answers(
      ({ url }) => url.pathname === '/file.json',
      () => thing,
    ),
  ],
  [
    'a path that ends with NUL',
    paths,
    'getFile',
    ['operation-documented: %00 at the end of the path /file'],
    answers(
      ({ url }) => url.pathname === '/file%00',
      () => thing,
    ),
  ],
  [
    'a path that is not encoded rightly',
    paths,
    'getThing',
    ['no-server-error: %zz at the end of the path /things/{id}'],
    answers(
      ({ url }) => url.pathname.endsWith('%zz'),
      (_, { error }) => error(500),
    ),
  ],
  [
    'names of a prototype',
    paths,
    'createThing',
    ['GET', 'POST'].map(
      (method) => `operation-documented: ${method} /__proto__, which the document does not have`,
    ),
    answers(
      ({ url }) => url.pathname === '/__proto__',
      () => thing,
    ),
  ],
  [
    'any media type',
    mediaTypes,
    'createThing',
    ['media-type-refused: Content-Type: text/plain, which the operation does not document'],
    answers(
      (call) => isCreate(call) && typeOf(call) === 'text/plain',
      () => thing,
    ),
  ],
  [
    'a form of parts that is read as JSON',
    mediaTypes,
    'createThing',
    [
      'media-type-refused: Content-Type: multipart/form-data; boundary=conformance, which the operation does not document',
    ],
    answers(
      (call) => isCreate(call) && /multipart/.test(typeOf(call)),
      () => thing,
    ),
  ],
  [
    'a charset in small letters only',
    mediaTypes,
    'createThing',
    ['media-type-accepted: Content-Type: application/json; charset=UTF-8'],
    answers(
      (call) => typeOf(call) === 'application/json; charset=UTF-8',
      (_, { error }) => error(415),
    ),
  ],
  ...(['accept-language', 'cookie'] as const).map(
    (name): [string, Probe, string, string[], Fault] => [
      `a failure at ${name}`,
      preferences,
      'createThing',
      ['no-server-error: headers that the document does not name'],
      answers(
        ({ headers }) => name in headers,
        (_, { error }) => error(500),
      ),
    ],
  ),
  [
    'a failure at the page of another origin',
    preferences,
    'createThing',
    ['no-server-error: a request from a page of another origin'],
    answers(
      ({ headers }) => 'origin' in headers,
      (_, { error }) => error(500),
    ),
  ],
  [
    'a range of media types that is refused',
    preferences,
    'createThing',
    ['accept: Accept: application/*'],
    answers(
      ({ headers }) => headers.accept === 'application/*',
      (_, { error }) => error(406),
    ),
  ],
  [
    'a media type that is refused as something else',
    mediaTypes,
    'createThing',
    ['media-type-refused: Content-Type: application/xml, which the operation does not document'],
    answers(
      (call) => /xml/.test(typeOf(call)),
      (_, { error }) => error(400),
    ),
  ],
  [
    'a media type in one case only',
    mediaTypes,
    'createThing',
    ['media-type-accepted: Content-Type: APPLICATION/JSON'],
    answers(
      (call) => /JSON/.test(typeOf(call)),
      (_, { error }) => error(415),
    ),
  ],
  [
    'a documented media type that is refused',
    mediaTypes,
    'createThing',
    ['valid-accepted: a body of application/x-www-form-urlencoded'],
    answers(
      (call) => /urlencoded/.test(typeOf(call)),
      (_, { error }) => error(415),
    ),
  ],
  [
    'no body',
    mediaTypes,
    'createThing',
    ['invalid-refused: no body', 'invalid-refused: an empty body'],
    asCreated(
      (call) => isCreate(call) && call.body.length === 0,
      () => thing,
    ),
  ],
  [
    'a body without a media type',
    mediaTypes,
    'createThing',
    [],
    answers(
      (call) => isCreate(call) && typeOf(call) === '' && call.body.length > 0,
      () => thing,
    ),
  ],
  [
    'gzip that is not undone to its end',
    contentCodings,
    'createThing',
    ['coding-refused: a body as gzip that is cut off'],
    answers(
      ({ headers }) => headers['content-encoding'] === 'gzip',
      ({ body }, { error }) => (body[0] === 0x1f && body.length < 1000 ? thing : error(400)),
    ),
  ],
  [
    'gzip that is undone',
    contentCodings,
    'createThing',
    [],
    answers(
      ({ headers }) => headers['content-encoding'] === 'gzip',
      ({ body }, { error }) => {
        try {
          return gunzipSync(body)[0] === 0x7b ? thing : error(400)
        } catch {
          return error(400)
        }
      },
    ),
  ],
  [
    'gzip for whoever does not take it',
    responseCodings,
    'getFile',
    CODINGS.filter((each) => each !== 'gzip').map(
      (each) => `content-coding: Accept-Encoding: ${each}`,
    ),
    gzips(() => BYTES),
  ],
  [
    'another body as gzip',
    responseCodings,
    'getFile',
    ['content-coding: Accept-Encoding: gzip'],
    gzips(() => Buffer.from('other'), isAskedFor),
  ],
  [
    'a coding that is not that of the body',
    responseCodings,
    'getFile',
    ['body-framing: Accept-Encoding: br'],
    answers(
      ({ headers }) => headers['accept-encoding'] === 'br',
      () => ({ status: 200, headers: { ...OCTETS, 'Content-Encoding': 'br' }, body: BYTES }),
    ),
  ],
  [
    'gzip that a shared cache gives to all',
    responseCodings,
    'getFile',
    ['content-coding: Accept-Encoding: gzip'],
    gzips(() => BYTES, isAskedFor, { 'Cache-Control': 'public, max-age=60' }),
  ],
  [
    'gzip for whoever takes it',
    responseCodings,
    'getFile',
    [],
    gzips(() => BYTES, isAskedFor, {
      ...{ 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' },
    }),
  ],
  [
    'chunks that need no credential',
    otherForms,
    'createThing',
    ['authentication: no credential, in chunks'],
    answers(
      ({ headers }) => headers['transfer-encoding'] !== undefined && !headers.authorization,
      () => thing,
    ),
  ],
  [
    'HTTP/1.0 whose bodies are not judged',
    otherForms,
    'createThing',
    ['invalid-refused: a body that its schema refuses, of HTTP/1.0'],
    answers(
      (call) =>
        call.request.httpVersion === '1.0' && isCreate(call) && !!call.headers.authorization,
      () => thing,
    ),
  ],
  [
    'a large body makes the server fail',
    largeBodies,
    'createThing',
    [
      'no-server-error: a body of 2000000 bytes',
      'no-server-error: a body of 2000000 bytes, in chunks',
    ],
    answers(
      ({ body }) => body.length > 1_000_000,
      (_, { error }) => error(500),
    ),
  ],
  [
    'any Accept but one',
    preferences,
    'createThing',
    ['accept: Accept: */*'],
    answers(
      ({ headers }) => headers.accept === '*/*',
      (_, { error }) => error(400),
    ),
  ],
  [
    'a page for whoever accepts one',
    preferences,
    'createThing',
    ['media-type-documented: Accept: text/html, application/xml;q=0.9, */*;q=0.1'],
    answers(
      ({ headers }) => headers.accept?.startsWith('text/html, ') ?? false,
      () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' }),
    ),
  ],
  [
    'an unknown header',
    preferences,
    'createThing',
    ['no-server-error: headers that the document does not name'],
    answers(
      ({ headers }) => 'x-unknown' in headers,
      (_, { error }) => error(500),
    ),
  ],
  [
    'a header that changes the method',
    preferences,
    'createThing',
    ['method-override: X-HTTP-Method-Override: PUT'],
    answers(
      ({ headers }) => 'x-http-method-override' in headers,
      (_, { error }) => error(403),
    ),
  ],
  [
    'a body where there is none',
    preferences,
    'getFile',
    [],
    answers(
      ({ method, body }) => method === 'GET' && body.length > 0,
      (_, { error }) => error(400),
    ),
  ],
  [
    'HEAD with another status',
    heads,
    'getFile',
    ['head: HEAD /file'],
    answers(
      ({ method }) => method === 'HEAD',
      () => ({ status: 202 }),
    ),
  ],
  [
    'HEAD with another media type',
    heads,
    'getFile',
    ['head: HEAD /file'],
    answers(
      ({ method }) => method === 'HEAD',
      () => ({ status: 200, headers: { 'Content-Type': 'text/plain', 'Content-Length': '10' } }),
    ),
  ],
  [
    'HEAD that is not served',
    heads,
    'getFile',
    [],
    answers(
      ({ method }) => method === 'HEAD',
      (_, { error }) => error(404),
    ),
  ],
  [
    'HEAD with a body',
    heads,
    'getFile',
    ['body-absent: HEAD /file'],
    ({ write }) => ({
      write: (answer, response, call) => {
        if (call.method !== 'HEAD') return write(answer, response, call)
        const lines = [
          'HTTP/1.1 200 OK',
          'Content-Type: application/octet-stream',
          'Content-Length: 10',
        ]
        response.socket?.end(`${lines.join('\r\n')}\r\n\r\n0123456789`)
      },
    }),
  ],
  [
    'a range that is one too long',
    ranges,
    'getFile',
    ['range: Range: bytes=0-1'],
    answers(
      ({ headers }) => headers.range === 'bytes=0-1',
      () => ({
        status: 206,
        headers: { 'Content-Type': 'application/octet-stream', 'Content-Range': 'bytes 0-2/10' },
        body: '012',
      }),
    ),
  ],
  [
    'a range that is cut off without saying so',
    ranges,
    'getFile',
    ['range: Range: bytes=1-'],
    answers(
      ({ headers }) => headers.range === 'bytes=1-',
      () => ({ status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: '1' }),
    ),
  ],
  [
    'a range of nothing',
    ranges,
    'getFile',
    ['range: Range: bytes=11-'],
    answers(
      ({ headers }) => headers.range === 'bytes=11-',
      (_, { error }) => error(416, { 'Content-Range': 'bytes */9' }),
    ),
  ],
  [
    'a range of nothing that is answered with something',
    ranges,
    'getFile',
    ['range: Range: bytes=11-'],
    answers(
      ({ headers }) => headers.range === 'bytes=11-',
      (_, { error }) => error(400),
    ),
  ],
  [
    'a range of another unit',
    ranges,
    'getFile',
    ['range: Range: pages=1-2'],
    answers(
      ({ headers }) => headers.range === 'pages=1-2',
      () => ({ status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: '12' }),
    ),
  ],
  [
    'ranges that are disregarded',
    ranges,
    'getFile',
    [],
    ({ file }) => ({ file: (call) => file({ ...call, headers: { 'x-key': '' } }) }),
  ],
]

for (const [name, probe, only, found, fault] of faults) {
  t.test(name, async (t) => {
    const { violations } = await runProbes(t, [probe], fault, { only: [only] })
    t.same(violations, found)
  })
}

t.test('documented ranges are asked for, whatever the server says of them', async (t) => {
  const { violations } = await runProbes(t, [ranges], ({ file }) => ({
    file: (call) => ({ ...file(call), headers: { 'Content-Type': 'application/octet-stream' } }),
  }))
  t.ok(violations.includes('range: Range: bytes=0-1'), violations.join('\n'))
})

t.test('errors outside of all operations', async (t) => {
  const [first, isOwn] = [['createThing'], ({ url }: Call) => url.pathname === '/things']
  const page = { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<p>' }
  const notFound = answers(
    ({ url }) => !/^\/things/.test(url.pathname),
    () => page,
  )
  const run = (fault: Fault) => runProbes(t, [outsideErrors, paths], fault, { only: first })
  const mixed = await run(notFound)
  t.ok(
    mixed.violations.includes(
      'error-shape: GET /conformance-nowhere, which the document does not have',
    ),
  )
  const other = await run((parts) => ({
    route: (call) => (isOwn(call) && isCreate(call) ? parts.route(call) : page),
  }))
  t.same(other.violations, [])
  t.match(other.notes, [
    'Errors outside of all operations have another shape than the documented errors.',
  ])
  const wrong = await run(
    answers(
      ({ url }) => url.pathname === '/toString',
      () => ({
        status: 404,
        headers: { 'Content-Type': 'application/json' },
        body: '{"message":""}',
      }),
    ),
  )
  t.same(wrong.violations, [
    'error-shape: GET /toString, which the document does not have',
    'error-shape: POST /toString, which the document does not have',
  ])
  const broken = await run(
    answers(
      ({ url }) => url.pathname === '/toString',
      () => ({ status: 404, headers: { 'Content-Type': 'application/json' }, body: '{' }),
    ),
  )
  t.match(broken.violations, ['error-shape: GET /toString, which the document does not have'])
})

t.test('a document whose errors differ says nothing of others', async (t) => {
  const operation = { operationId: 'a', responses: { 200: { description: 'd' } } }
  const document = { ...DOCUMENT, paths: { '/open': { get: operation } } }
  const page = () => ({ status: 404, headers: { 'Content-Type': 'text/html' }, body: '<p>' })
  const fault = answers(({ url }) => url.pathname !== '/open', page)
  const { violations, notes } = await runProbes(t, [outsideErrors, paths], fault, { document })
  t.same(violations, [])
  t.same(
    notes.filter((each) => each.startsWith('Errors')),
    [],
  )
})

t.test('a limit of requests says nothing of what they ask for', async (t) => {
  const fault = answers(isCreate, (_, { error }) => error(429))
  const { violations, notes } = await runProbes(t, [mediaTypes], fault, { only: ['createThing'] })
  t.same(violations, [])
  t.match(notes.join(), /refused with 429/)
})

t.test('methods that are answered with 404, and paths that are the same', async (t) => {
  const methods = await runProbes(t, [undocumentedMethods], ({ error }) => ({
    error: (status) => error(status === 405 ? 404 : status),
  }))
  t.same(methods.violations, [])
  t.same(methods.notes, ['An undocumented method of a path is answered with 404, not 405.'])
  const same = await runProbes(
    t,
    [paths],
    ({ route }) => ({
      route: (call) => {
        const url = new URL(call.url)
        url.pathname = url.pathname.replace(/\/$/, '').toLowerCase()
        return route({ ...call, url })
      },
    }),
    { only: ['getFile'] },
  )
  t.same(same.violations, [])
  t.same(same.notes, [
    'A path with a slash at its end is the same path.',
    'A path in upper case is the same path.',
    'A path with two slashes is the same path.',
    'An encoded letter in a path is another path (RFC 3986, section 6.2.2.2).',
  ])
})

t.test('the document that a server serves', async (t) => {
  const serving = (body: string) =>
    answers(
      ({ url }) => url.pathname === '/openapi.json',
      () => ({ status: 200, headers: { 'Content-Type': 'application/json' }, body }),
    )
  const same = await runProbes(t, [servedDocument], serving(JSON.stringify(DOCUMENT)))
  t.same(same.notes, ['The document at /openapi.json is the given one.'])
  const other = await runProbes(
    t,
    [servedDocument],
    serving('{"openapi":"3.1.0","x":9007199254740993}'),
  )
  t.same(other.notes, ['The document at /openapi.json is not the given one.'])
  t.same((await runProbes(t, [servedDocument], serving('[]'))).notes, [])
})

t.test('documented codings of bodies', async (t) => {
  const { post } = DOCUMENT.paths['/things']
  const coding = { type: 'string', enum: ['gzip', 'identity'] }
  const parameters = [{ name: 'Content-Encoding', in: 'header', schema: coding }]
  const document = { ...DOCUMENT, paths: { '/things': { post: { ...post, parameters } } } }
  const run = async (read: (body: Buffer) => Buffer, judge = isThing) => {
    const fault = answers(isCreate, ({ headers, body }, { error }) => {
      try {
        return judge(headers['content-encoding'] === 'gzip' ? read(body) : body)
          ? thing
          : error(400)
      } catch {
        return error(400)
      }
    })
    return (await runProbes(t, [contentCodings], fault, { document })).violations
  }
  t.same(await run(gunzipSync), [])
  t.same(await run((body) => body), [
    'valid-accepted: a body coded as gzip',
    'coding-refused: a plain body, and Content-Encoding: gzip',
  ])
  t.same(await run(gunzipSync, () => true), [
    'invalid-refused: a body coded as gzip that its schema refuses',
  ])
})

function isThing(body: Buffer): boolean {
  return typeof Object(JSON.parse(body.toString())).name === 'string'
}
