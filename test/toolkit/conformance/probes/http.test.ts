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
import { rowsOf } from '../../../helpers/rows.js'
import { DOCUMENT } from './helpers/document.js'
import { runProbes } from './helpers/run-probe.js'
import { type Answer, BYTES, type Call, type Parts } from './helpers/server.js'

const probes = {
  ...{ undocumentedMethods, paths, mediaTypes, preferences, contentCodings, responseCodings },
  ...{ otherForms, largeBodies, heads, ranges },
}
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

/** The server answers some requests otherwise, or with an error of this status. */
const answers =
  (
    when: (call: Call) => boolean,
    answer: number | Answer | ((call: Call, parts: Parts) => Answer),
  ): Fault =>
  (parts) => ({
    route(call) {
      if (!when(call)) return parts.route(call)
      if (typeof answer === 'number') return parts.error(answer)
      return typeof answer === 'function' ? answer(call, parts) : answer
    },
  })

const to = (path: string) => (call: Call) => call.url.pathname === path
const withHeader = (name: string, value?: string) => (call: Call) =>
  value === undefined ? name in call.headers : call.headers[name] === value

const thing = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"id":1,"name":"a"}',
}
const isCreate = ({ method, url }: Call) => method === 'POST' && url.pathname === '/things'
const typeOf = ({ headers }: Call) => headers['content-type'] ?? ''

const OCTETS = { 'Content-Type': 'application/octet-stream' }
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

/** Each fault, the probe that finds it, the operation that has it, and what the probe finds. */
const FAULTS = rowsOf(`
  a method that is not documented | undocumentedMethods | createThing | operation-documented: PUT /things, which the document does not have
  405 with the methods of another path | undocumentedMethods | getFile | allow: PUT /file, which the document does not have | allow: POST /file, which the document does not have | allow: DELETE /file, which the document does not have | allow: PATCH /file, which the document does not have | allow: OPTIONS /file, which the document does not have | allow: TRACE /file, which the document does not have | allow: PROPFIND /file, which the document does not have
  a path below another one | paths | getFile | operation-documented: GET /file/x/y/z, which the document does not have
  a path that ends with a format | paths | getFile | operation-documented: GET /file.json, which the document does not have
  a path that ends with NUL | paths | getFile | operation-documented: %00 at the end of the path /file
  a path that is not encoded rightly | paths | getThing | no-server-error: %zz at the end of the path /things/{id}
  names of a prototype | paths | createThing | operation-documented: GET /__proto__, which the document does not have | operation-documented: POST /__proto__, which the document does not have
  any media type | mediaTypes | createThing | media-type-refused: Content-Type: text/plain, which the operation does not document
  a form of parts that is read as JSON | mediaTypes | createThing | media-type-refused: Content-Type: multipart/form-data; boundary=conformance, which the operation does not document
  a charset in small letters only | mediaTypes | createThing | media-type-accepted: Content-Type: application/json; charset=UTF-8
  a failure at the page of another origin | preferences | createThing | no-server-error: a request from a page of another origin
  a range of media types that is refused | preferences | createThing | accept: Accept: application/*
  a media type that is refused as something else | mediaTypes | createThing | media-type-refused: Content-Type: application/xml, which the operation does not document
  a media type in one case only | mediaTypes | createThing | media-type-accepted: Content-Type: APPLICATION/JSON
  a documented media type that is refused | mediaTypes | createThing | valid-accepted: a body of application/x-www-form-urlencoded
  no body | mediaTypes | createThing | invalid-refused: no body | invalid-refused: an empty body
  a body without a media type | mediaTypes | createThing
  gzip that is not undone to its end | contentCodings | createThing | coding-refused: a body as gzip that is cut off
  gzip that is undone | contentCodings | createThing
  gzip for whoever does not take it | responseCodings | getFile | content-coding: Accept-Encoding: br | content-coding: Accept-Encoding: deflate | content-coding: Accept-Encoding: identity
  another body as gzip | responseCodings | getFile | content-coding: Accept-Encoding: gzip
  a coding that is not that of the body | responseCodings | getFile | body-framing: Accept-Encoding: br
  gzip that a shared cache gives to all | responseCodings | getFile | content-coding: Accept-Encoding: gzip
  gzip for whoever takes it | responseCodings | getFile
  chunks that need no credential | otherForms | createThing | authentication: no credential, in chunks
  HTTP/1.0 whose bodies are not judged | otherForms | createThing | invalid-refused: a body that its schema refuses, of HTTP/1.0
  a large body makes the server fail | largeBodies | createThing | no-server-error: a body of 2000000 bytes | no-server-error: a body of 2000000 bytes, in chunks
  any Accept but one | preferences | createThing | accept: Accept: */*
  a page for whoever accepts one | preferences | createThing | media-type-documented: Accept: text/html, application/xml;q=0.9, */*;q=0.1
  an unknown header | preferences | createThing | no-server-error: headers that the document does not name
  a header that changes the method | preferences | createThing | method-override: X-HTTP-Method-Override: PUT
  a body where there is none | preferences | getFile
  HEAD with another status | heads | getFile | head: HEAD /file
  HEAD that is not served | heads | getFile
  HEAD with a body | heads | getFile | body-absent: HEAD /file
  a range that is one too long | ranges | getFile | range: Range: bytes=0-1
  a range of nothing | ranges | getFile | range: Range: bytes=11-
  a range of nothing that is answered with something | ranges | getFile | range: Range: bytes=11-
  a range of another unit | ranges | getFile | range: Range: pages=1-2
  a failure at accept-language | preferences | createThing | no-server-error: headers that the document does not name
  a failure at cookie | preferences | createThing | no-server-error: headers that the document does not name
`)

const faults: Readonly<Record<string, Fault>> = {
  'a failure at accept-language': answers(withHeader('accept-language'), 500),
  'a failure at cookie': answers(withHeader('cookie'), 500),
  'a method that is not documented': answers(
    ({ method, url }) => method === 'PUT' && url.pathname === '/things',
    thing,
  ),
  '405 with the methods of another path': ({ error }) => ({
    error: (status) => error(status, status === 405 ? { Allow: 'PUT' } : {}),
  }),
  'a path below another one': answers(to('/file/x/y/z'), thing),
  'a path that ends with a format': answers(to('/file.json'), thing),
  'a path that ends with NUL': answers(to('/file%00'), thing),
  'a path that is not encoded rightly': answers(({ url }) => url.pathname.endsWith('%zz'), 500),
  'names of a prototype': answers(to('/__proto__'), thing),
  'any media type': answers((call) => isCreate(call) && typeOf(call) === 'text/plain', thing),
  'a form of parts that is read as JSON': answers(
    (call) => isCreate(call) && /multipart/.test(typeOf(call)),
    thing,
  ),
  'a charset in small letters only': answers(
    (call) => typeOf(call) === 'application/json; charset=UTF-8',
    415,
  ),
  'a failure at the page of another origin': answers(withHeader('origin'), 500),
  'a range of media types that is refused': answers(withHeader('accept', 'application/*'), 406),
  'a media type that is refused as something else': answers(
    (call) => /xml/.test(typeOf(call)),
    400,
  ),
  'a media type in one case only': answers((call) => /JSON/.test(typeOf(call)), 415),
  'a documented media type that is refused': answers(
    (call) => /urlencoded/.test(typeOf(call)),
    415,
  ),
  'no body': answers((call) => isCreate(call) && call.body.length === 0, thing),
  'a body without a media type': answers(
    (call) => isCreate(call) && typeOf(call) === '' && call.body.length > 0,
    thing,
  ),
  'gzip that is not undone to its end': answers(
    withHeader('content-encoding', 'gzip'),
    ({ body }, { error }) => (body[0] === 0x1f && body.length < 1000 ? thing : error(400)),
  ),
  'gzip that is undone': answers(withHeader('content-encoding', 'gzip'), ({ body }, { error }) => {
    try {
      return gunzipSync(body)[0] === 0x7b ? thing : error(400)
    } catch {
      return error(400)
    }
  }),
  'gzip for whoever does not take it': gzips(() => BYTES),
  'another body as gzip': gzips(() => Buffer.from('other'), isAskedFor),
  'a coding that is not that of the body': answers(withHeader('accept-encoding', 'br'), () => ({
    status: 200,
    headers: { ...OCTETS, 'Content-Encoding': 'br' },
    body: BYTES,
  })),
  'gzip that a shared cache gives to all': gzips(() => BYTES, isAskedFor, {
    'Cache-Control': 'public, max-age=60',
  }),
  'gzip for whoever takes it': gzips(() => BYTES, isAskedFor, {
    ...{ 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' },
  }),
  'chunks that need no credential': answers(
    ({ headers }) => headers['transfer-encoding'] !== undefined && !headers.authorization,
    thing,
  ),
  'HTTP/1.0 whose bodies are not judged': answers(
    (call) => call.request.httpVersion === '1.0' && isCreate(call) && !!call.headers.authorization,
    thing,
  ),
  'a large body makes the server fail': answers(({ body }) => body.length > 1_000_000, 500),
  'any Accept but one': answers(withHeader('accept', '*/*'), 400),
  'a page for whoever accepts one': answers(
    ({ headers }) => headers.accept?.startsWith('text/html, ') ?? false,
    () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' }),
  ),
  'an unknown header': answers(withHeader('x-unknown'), 500),
  'a header that changes the method': answers(withHeader('x-http-method-override'), 403),
  'a body where there is none': answers(
    ({ method, body }) => method === 'GET' && body.length > 0,
    400,
  ),
  'HEAD with another status': answers(
    ({ method }) => method === 'HEAD',
    () => ({ status: 202 }),
  ),
  'HEAD that is not served': answers(({ method }) => method === 'HEAD', 404),
  'HEAD with a body': ({ write }) => ({
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
  'a range that is one too long': answers(withHeader('range', 'bytes=0-1'), () => ({
    status: 206,
    headers: { 'Content-Type': 'application/octet-stream', 'Content-Range': 'bytes 0-2/10' },
    body: '012',
  })),
  'a range of nothing': answers(withHeader('range', 'bytes=11-'), (_, { error }) =>
    error(416, { 'Content-Range': 'bytes */9' }),
  ),
  'a range of nothing that is answered with something': answers(
    withHeader('range', 'bytes=11-'),
    400,
  ),
  'a range of another unit': answers(withHeader('range', 'pages=1-2'), () => ({
    status: 200,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '12',
  })),
}

for (const [name = '', probe = '', only = '', ...found] of FAULTS) {
  t.test(`what the probe ${probe} finds of ${name}`, async (t) => {
    const [tried, fault] = [probes[probe as keyof typeof probes], faults[name]]
    const { violations } = await runProbes(t, [tried], fault, { only: [only] })
    t.same(violations, found)
    t.ok(fault)
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
  const notFound = answers(({ url }) => !/^\/things/.test(url.pathname), page)
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
    answers(to('/toString'), () => ({
      status: 404,
      headers: { 'Content-Type': 'application/json' },
      body: '{"message":""}',
    })),
  )
  t.same(wrong.violations, [
    'error-shape: GET /toString, which the document does not have',
    'error-shape: POST /toString, which the document does not have',
  ])
  const broken = await run(
    answers(to('/toString'), () => ({
      status: 404,
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    })),
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
    answers(to('/openapi.json'), () => ({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body,
    }))
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
