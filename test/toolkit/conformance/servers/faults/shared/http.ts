/** Faults at methods, targets and headers. */

import type { Failure } from '../../kernel/failure.js'
import type { Answer, Call } from '../../kernel/points.js'
import { type Fault, failsAt, faultsOf, takes, wraps } from '../fault.js'
import type { Sample } from '../shared.js'
import { onError } from '../switches.js'

const takesFor = (sample: Sample, isTaken: (call: Call) => boolean) =>
  wraps('route', (route, p) => (call) => {
    if (!isTaken(call)) return route(call)
    call.operation = p.operations.find(({ id }) => id === sample.operation) as Call['operation']
    call.segments = {}
  })

const failsFor = (isWrong: (call: Call) => boolean) => failsAt('checkMessage', isWrong)

const failsWith = (...names: string[]) =>
  failsFor(({ headers }) => names.some((name) => name in headers))

const refusesAccept = (range: string) =>
  failsAt('negotiate', ({ headers }) => headers.accept === range, 406)

const text = (status: number, type: string, body: string): Answer => ({
  ...{ status, type },
  body: Buffer.from(body),
})

const HTTP_FAULTS = `
  405-without-allow | A 405 does not say which methods there are. | RFC 9110, section 15.5.6 | error 405: {headers: {}}
  405-with-other-allow | A 405 names methods that the path does not have. | RFC 9110, section 10.2.1 | error 405: {headers: {Allow: TRACE}}
  405-names-all-methods | A 405 names the method that it refuses. | RFC 9110, section 10.2.1
  405-as-html | A 405 is a page. | error body | error 405: {type: text/html, text: <h1>Method Not Allowed</h1>}
  any-method | Each method of a path is taken for the one that creates. | methods
  trace-echoes | TRACE sends the request back, with its credential. | RFC 9110, section 9.3.8
  method-override | X-HTTP-Method-Override changes the method. | methods
  404-as-html | A 404 of a path that is not documented is a page. | error body | error 404 of nothing: {type: text/html, text: <pre>Cannot GET it</pre>}
  404-of-a-framework | A 404 of a path that is not documented has the body of a framework. | error body | error 404 of nothing: {type: null, body: {statusCode: 404, error: Not Found, message: Route not found}}
  404-is-200 | A path that is not documented is answered 200. | paths | error 404 of nothing: {status: 200, type: null, body: {}}
  404-is-500 | A path that is not documented makes the server fail. | no 5xx | error 404 of nothing: {status: 500}
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
  origin-500 | The origin of a page makes the server fail. | no 5xx
  accept-range-refused | An Accept of all subtypes is refused. | RFC 9110, section 12.5.1
  expect-500 | Who waits for 100 Continue gets a failure. | no 5xx
  no-host | A request without a host is answered. | RFC 9112, section 3.2
  stack-in-error | Errors have the stack in their text. | no leak: stack
`

/** Errors have a text that tells how the server is made. */
const leaks = (textOf: (failure: Failure) => string) =>
  takes('errorBody', (failure) => [{ ...failure, message: textOf(failure) } as Failure])

export function httpFaults(sample: Sample): Fault[] {
  const { path } = sample
  return faultsOf('http', HTTP_FAULTS, {
    '405-names-all-methods': onError(405, (answer, call) => ({
      ...answer,
      headers: { Allow: `${answer.headers?.Allow}, ${call?.method}` },
    })),
    'any-method': takesFor(
      sample,
      (call) => call.path === path && ['PROPFIND', 'TRACE'].includes(call.method),
    ),
    'trace-echoes': (p) => {
      failsAt('checkMessage', ({ method }) => method === 'TRACE', 200)(p)
      onError(200, (_, call) => text(200, 'message/http', String(call?.request.rawHeaders)))(p)
    },
    'method-override': takes('route', (call) => {
      call.method = (call.headers['x-http-method-override'] ?? call.method).toUpperCase()
      return [call]
    }),
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
    'accept-any-refused': refusesAccept('*/*'),
    'accept-range-refused': refusesAccept('application/*'),
    'header-unknown-500': failsWith('x-unknown', 'x-forwarded-for'),
    'origin-500': failsWith('origin'),
    'expect-500': failsWith('expect'),
    'no-host': takes('checkMessage', (call) => {
      call.request.headers.host ??= 'localhost'
      return [call]
    }),
    'stack-in-error': leaks(({ stack }) => String(stack)),
  })
}
