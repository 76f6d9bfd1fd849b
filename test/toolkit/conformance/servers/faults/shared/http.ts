/** Faults at methods, targets and headers. */

import { Failure } from '../../kernel/failure.js'
import type { Answer, Call, Points } from '../../kernel/points.js'
import { type FaultRow, faultRows, onError, wraps } from '../fault.js'
import type { Sample } from './sample.js'

/** Takes something for a call of the operation. */
const takesFor = (sample: Sample, isTaken: (call: Call) => boolean) =>
  wraps<Points, 'route'>('route', (route, p) => (call) => {
    if (!isTaken(call)) return route(call)
    call.operation = p.operations.find(({ id }) => id === sample.operation) as Call['operation']
    call.segments = {}
  })

const failsFor = (isWrong: (call: Call) => boolean) =>
  wraps<Points, 'checkMessage'>('checkMessage', (checkMessage) => (call) => {
    if (isWrong(call)) throw new Error('the server failed')
    return checkMessage(call)
  })

const text = (status: number, type: string, body: string): Answer => ({
  ...{ status, type },
  body: Buffer.from(body),
})

const HTTP_FAULTS = `
  405-without-allow | A 405 does not say which methods there are. | RFC 9110, section 15.5.6
  405-with-other-allow | A 405 names methods that the path does not have. | RFC 9110, section 10.2.1
  405-names-all-methods | A 405 names the method that it refuses. | RFC 9110, section 10.2.1
  405-is-500 | A method that a path does not have makes the server fail. | no 5xx
  405-as-html | A 405 is a page. | error body
  any-method | Each method of a path is taken for the one that creates. | methods
  trace-echoes | TRACE sends the request back, with its credential. | RFC 9110, section 9.3.8
  method-override | X-HTTP-Method-Override changes the method. | methods
  404-as-html | A 404 of a path that is not documented is a page. | error body
  404-of-a-framework | A 404 of a path that is not documented has the body of a framework. | error body
  404-is-200 | A path that is not documented is answered 200. | paths
  404-is-500 | A path that is not documented makes the server fail. | no 5xx
  percent-500 | Malformed percent-encoding in a path makes the server fail. | no 5xx
  path-below | Paths below the documented one are taken for it. | paths
  path-begins | A path that begins like the documented one is taken for it. | paths
  path-of-format | A path that ends with a format is taken for the documented one. | paths
  path-to-nul | A path ends at its first NUL. | paths
  path-of-prototype | A path with the name of a prototype is taken for the documented one. | paths
  404-of-prototype | Only the 404 of /toString has another body. | error body
  query-500 | A parameter that is not documented makes the server fail. | no 5xx
  accept-500 | An Accept that is not known makes the server fail. | no 5xx
  accept-html | Who accepts a page gets one. | content: response media type
  accept-any-refused | An Accept of anything is refused. | RFC 9110, section 12.5.1
  header-unknown-500 | A header that is not known makes the server fail. | no 5xx
  language-500 | A language that the client prefers makes the server fail. | no 5xx
  cookie-500 | A cookie that is not known makes the server fail. | no 5xx
  origin-500 | The origin of a page makes the server fail. | no 5xx
  accept-range-refused | An Accept of all subtypes is refused. | RFC 9110, section 12.5.1
  expect-500 | Who waits for 100 Continue gets a failure. | no 5xx
  no-host | A request without a host is answered. | RFC 9112, section 3.2
  500-on-second | Each second request makes the server fail. | no 5xx
  stack-in-error | Errors have the stack in their text. | no leak: stack
  query-of-database-in-error | Errors have the statement of the database in their text. | no leak: SQL
  constraint-in-error | Errors have the name of a constraint of the database in their text. | no leak: SQL
  trace-of-java-in-error | Errors have the stack of Java in their text. | no leak: stack
  path-of-file-in-error | Errors have the path of a file in their text. | no leak: paths
`

/** Errors have a text that tells how the server is made. */
const leaks = (textOf: (failure: Failure) => string) =>
  wraps<Points, 'errorBody'>(
    'errorBody',
    (errorBody) => (failure) => errorBody({ ...failure, message: textOf(failure) } as Failure),
  )

export function httpFaults(sample: Sample): FaultRow<Points>[] {
  const { path } = sample
  return faultRows<Points>(HTTP_FAULTS, {
    '405-without-allow': onError(405, (answer) => ({ ...answer, headers: {} })),
    '405-with-other-allow': onError(405, (answer) => ({ ...answer, headers: { Allow: 'TRACE' } })),
    '405-names-all-methods': onError(405, (answer, call) => ({
      ...answer,
      headers: { Allow: `${answer.headers?.Allow}, ${call?.method}` },
    })),
    '405-is-500': onError(405, (answer) => ({ ...answer, status: 500, headers: {} })),
    '405-as-html': onError(405, ({ headers = {} }) => ({
      ...text(405, 'text/html', '<h1>Method Not Allowed</h1>'),
      headers,
    })),
    'any-method': takesFor(
      sample,
      (call) => call.path === path && ['PROPFIND', 'TRACE'].includes(call.method),
    ),
    'trace-echoes': (p) => {
      const { checkMessage, errorAnswer } = p
      p.checkMessage = (call) => {
        if (call.method === 'TRACE') throw new Failure(200, 'trace')
        return checkMessage(call)
      }
      p.errorAnswer = (failure, call) =>
        failure.status === 200
          ? text(200, 'message/http', String(call?.request.rawHeaders))
          : errorAnswer(failure, call)
    },
    'method-override': wraps('route', (route) => (call) => {
      call.method = (call.headers['x-http-method-override'] ?? call.method).toUpperCase()
      return route(call)
    }),
    '404-as-html': onError(404, (answer, call) =>
      call?.operation ? answer : text(404, 'text/html', `<pre>Cannot GET ${call?.path}</pre>`),
    ),
    '404-of-a-framework': onError(404, (answer, call) =>
      call?.operation
        ? answer
        : {
            status: 404,
            body: { statusCode: 404, error: 'Not Found', message: 'Route not found' },
          },
    ),
    '404-is-200': onError(404, (answer, call) =>
      call?.operation ? answer : { status: 200, body: {} },
    ),
    '404-is-500': onError(404, (answer, call) =>
      call?.operation ? answer : { ...answer, status: 500 },
    ),
    'percent-500': failsFor((call) => /%(?![0-9a-f]{2})/i.test(call.path)),
    'path-below': takesFor(sample, (call) => call.path.startsWith(`${path}/x`)),
    'path-begins': takesFor(sample, (call) => call.path.startsWith(path) && /x$/.test(call.path)),
    'path-of-format': takesFor(sample, (call) => call.path === `${path}.json`),
    'path-to-nul': takesFor(sample, (call) => call.path === `${path}%00`),
    'path-of-prototype': takesFor(sample, (call) => call.path === '/__proto__'),
    '404-of-prototype': onError(404, (answer, call) =>
      call?.path === '/toString' ? { ...answer, body: { message: '' } } : answer,
    ),
    'query-500': failsFor((call) => call.query !== ''),
    'accept-500': failsFor((call) => /xml/.test(call.headers.accept ?? '')),
    'accept-html': (p) => {
      const { encode, negotiate } = p
      const wantsPage = (call: Call | undefined) => /text\/html/.test(call?.headers.accept ?? '')
      p.negotiate = (call) => (wantsPage(call) ? undefined : negotiate(call))
      p.encode = (answer, call) =>
        encode(wantsPage(call) ? text(answer.status, 'text/html', '<p>done</p>') : answer, call)
    },
    'accept-any-refused': wraps('negotiate', (negotiate) => (call) => {
      if (call.headers.accept === '*/*') throw new Failure(406, 'Nothing is accepted.')
      return negotiate(call)
    }),
    'header-unknown-500': failsFor(
      ({ headers }) => 'x-unknown' in headers || 'x-forwarded-for' in headers,
    ),
    'language-500': failsFor(({ headers }) => 'accept-language' in headers),
    'cookie-500': failsFor(({ headers }) => 'cookie' in headers),
    'origin-500': failsFor(({ headers }) => 'origin' in headers),
    'accept-range-refused': wraps('negotiate', (negotiate) => (call) => {
      if (call.headers.accept === 'application/*') throw new Failure(406, 'Nothing fits.')
      return negotiate(call)
    }),
    'expect-500': failsFor(({ headers }) => headers.expect !== undefined),
    'no-host': wraps('checkMessage', (checkMessage) => (call) => {
      call.request.headers.host ??= 'localhost'
      return checkMessage(call)
    }),
    '500-on-second': (p) => {
      let count = 0
      const { checkMessage } = p
      p.checkMessage = (call) => {
        if (count++ % 2) throw new Error('the server failed')
        return checkMessage(call)
      }
    },
    'stack-in-error': leaks(({ stack }) => String(stack)),
    'query-of-database-in-error': leaks(
      () => 'SQLITE_CONSTRAINT: INSERT INTO things (id) VALUES (?)',
    ),
    'constraint-in-error': leaks(() => 'null value violates not-null constraint "things_pkey"'),
    'trace-of-java-in-error': leaks(() => 'failed\n\tat org.things.Api.create(Api.java:42)'),
    'path-of-file-in-error': leaks(() => 'ENOENT: /srv/app/src/handlers/create.js'),
  })
}
