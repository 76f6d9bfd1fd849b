import t from 'tap'
import type { Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { headerLines } from '#toolkit/conformance/exchange/request.js'
import { judgeResponse, type ReceivedExchange } from '#toolkit/conformance/judge/judge-response.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf, pathsOf } from '../helpers/documents.js'

const ERRORS = contractOf(
  'GET /a a | {200: null, default: {application/problem+json: {schema: {type: object, required: [title, in], properties: {title: {type: string}, in: {type: object, properties: {n: {type: integer}}}}}}}}',
)
const [GET_A] = ERRORS.operations as [Operation]

interface Answer extends Partial<Omit<ReceivedExchange, 'response'>> {
  readonly status?: number
  readonly headers?: object
  readonly body?: string
  readonly isPartial?: boolean
}

/** Findings as `check pointer: expected; received`. */
function judged(contract: TestedContract, answer: Answer): string[] {
  const { status = 200, headers = {}, body = '', isPartial = false, ...more } = answer
  const bytes = { body: Buffer.from(body), ms: 0, isPartial }
  const response = { status, headers: headerLines(headers), ...bytes }
  return judgeResponse({ contract, method: 'GET', response, secrets: [], ...more }).map(
    ({ check, pointer, expected, received }) => `${check} ${pointer}: ${expected}; ${received}`,
  )
}

const problem = { 'content-type': 'application/problem+json' }

/** Answers outside of all operations that are judged by the errors of these, status 404 without another one. */
const ERROR_ROWS = tableOf<[what: string, answer: Answer, ...found: string[]]>(`
  the shape of the others | {body: '{"title":"no","in":{"n":1}}'}
  no media type | {headers: {}, body: '{"title":"no","in":{"n":1}}'} | 'application/problem+json for every error; status 404, no Content-Type'
  another media type | {headers: {content-type: text/html}, body: '{"title":"no","in":{"n":1}}'} | 'application/problem+json for every error; status 404, text/html'
  no JSON | {body: '{'} | 'application/problem+json for every error; the text is not valid JSON: it ends too early'
  a list | {body: '[]'} | 'the body must be object, as in every error; status 404, []'
  a wrong member | {body: '{"title":"no","in":{"n":"x"}}'} | '/in/n must be integer, as in every error; status 404, {"title":"no","in":{"n":"x"}}'
  a list after 405 | {status: 405, headers: {content-type: application/problem+json, allow: GET}, body: '[]'} | 'the body must be object, as in every error; status 405, []'
  a list after 400, as a server may refuse before there is an app | {status: 400, body: '[]'}
  HEAD | {method: HEAD}
  a server whose pages are not judged | {judgesOutside: false, body: '[]'}
`)

for (const [what, answer, ...found] of ERROR_ROWS) {
  t.test(`an error outside of all operations: ${what}`, async (t) => {
    const own = { status: 404, judgesOutside: true, headers: problem, ...answer }
    const at = 'error-shape #/paths/~1a/get/responses/default'
    t.same(
      judged(ERRORS, own),
      found.map((each) => `${at}: ${each}`),
    )
  })
}

const ROWS = tableOf<[what: string, answer: Answer, ...found: string[]]>(`
  an ETag without quotes | {headers: {etag: x}} | 'field-syntax #/paths: etag as RFC 9110, section 8.8.3 defines it; etag: x'
  a body after 204 | {status: 204, body: x} | 'body-absent #/paths: no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5); 1 bytes after status 204'
  another length | {headers: {content-length: '3'}, body: x} | 'content-length #/paths: Content-Length: 1; Content-Length: 3'
  no Location | {status: 307} | 'redirect #/paths: Location; status 307 without Location'
  no challenge | {status: 401} | 'challenge #/paths: WWW-Authenticate with a challenge; status 401 without WWW-Authenticate'
  any challenge | {status: 401, headers: {www-authenticate: Any}}
  no Allow | {status: 405} | 'allow #/paths: Allow; status 405 without Allow'
  Allow of a path that is not documented | {status: 405, path: /b, headers: {allow: PUT}}
  another Allow | {status: 405, path: /a, headers: {allow: PUT}} | 'allow #/paths: Allow: GET; Allow: PUT'
  an error of the system | {status: 500, body: ENOENT} | 'leak #/paths: a response without insides of the server; an error of the operating system'
  an error that the client has sent | {status: 400, body: ENOENT, sent: GET /ENOENT}
  an error in a header after HEAD | {status: 400, method: HEAD, headers: {x-a: ENOENT}}
  an error in no error | {status: 399, body: ENOENT}
  a secret | {secrets: ['12345678'], body: a 12345678 b} | 'leak #/paths: a response without insides of the server; the credential of the request'
  a secret in a header | {secrets: ['12345678'], headers: {x-a: '12345678'}} | 'leak #/paths: a response without insides of the server; the credential of the request'
  a part of a secret | {secrets: ['12345678'], body: '1234567'}
  a short secret, which stands there by chance | {secrets: ['1234567'], body: '1234567'}
`)

for (const [what, answer, ...found] of ROWS)
  t.test(`what is of no operation: ${what}`, async (t) => t.same(judged(ERRORS, answer), found))

t.test('Allow is compared where the path is known', async (t) => {
  const headers = { ...problem, allow: 'PUT' }
  const answer = { status: 405, headers, body: '{"title":"no","in":{}}', operation: GET_A }
  t.same(judged(ERRORS, answer), [])
  t.same(judged(ERRORS, { ...answer, path: '/a' }), ['allow #/paths/~1a: Allow: GET; Allow: PUT'])
})

t.test('a part of JSON is not judged', async (t) => {
  const contract = contractOf(
    'GET /a a | {200: {application/json: {schema: {type: object}}, text/plain: {}}}',
  )
  const [operation] = contract.operations as [Operation]
  const headers = { 'content-type': 'application/json', 'content-length': '9' }
  const part = { operation, headers, body: '{' }
  t.same(judged(contract, { ...part, isPartial: true }), [])
  t.match(judged(contract, part), [/^content-length/, /^body-json/])
})

/** Statuses that are documented, those that go without saying beside them, and those that do not. */
const STATUSES = tableOf<
  [documented: string, of: { path?: string; security?: object[] }, silent: number[], told: number[]]
>(`
  200 | {} | [400, 401, 403, 404, 409, 410, 412, 422, 423, 428] | [418]
  200, 404 | {} | [400] | [401, 403, 409]
  200, 404 | {security: [{key: []}]} | [401, 403] | [402]
  200, 403 | {security: [{key: []}]} | [] | [401]
  200, 401 | {security: [{key: []}]} | [] | [403]
  200, 422 | {} | [] | [400]
  200, 500 | {} | [] | [409]
  200, 400 | {} | [] | [404]
  200, 400 | {path: '/a/{id}'} | [404] | [410]
  200, 410 | {path: '/a/{id}'} | [] | [404]
  200, 404 | {} | [405, 429, 500, 503] | []
`)

t.test('statuses that go without saying', async (t) => {
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X' } }
  const headers = { 'www-authenticate': 'Any', allow: 'GET' }
  for (const [documented, { path = '/a', ...more }, silent, told] of STATUSES) {
    const answers = Object.fromEntries(documented.split(', ').map((each) => [each, null]))
    const paths = pathsOf(`GET ${path} a | ${JSON.stringify({ ...more, ...answers })}`)
    const contract = contractOf(paths, { components: { securitySchemes } })
    const [operation] = contract.operations as [Operation]
    const found = (status: number) => judged(contract, { status, headers, operation })
    for (const status of silent) t.same(found(status), [], `${status} beside ${documented}`)
    for (const status of told) {
      const [first, ...others] = found(status)
      t.match(first, `/get/responses: one of ${documented}; status ${status}`)
      t.match(first, /^status-documented /)
      t.same(others, [])
    }
  }
})
