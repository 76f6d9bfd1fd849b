import t from 'tap'
import type { TestedContract } from '#toolkit/conformance/document/contract.js'
import { headerLines } from '#toolkit/conformance/exchange/request.js'
import { judgeResponse, type ReceivedExchange } from '#toolkit/conformance/judge/judge-response.js'
import { contractOf as contractIn, pathsOf } from '../helpers/documents.js'

const error = { $ref: '#/components/schemas/Error' }
const content = { 'application/problem+json': { schema: error } }

const contractOf = (responses: object, schemas: object = {}) =>
  contractIn({ '/a': { get: { operationId: 'a', responses } } }, { components: { schemas } })

const ERRORS = contractOf(
  { 200: { description: 'd' }, default: { description: 'd', content } },
  {
    Error: {
      type: 'object',
      required: ['title', 'in'],
      properties: {
        title: { type: 'string' },
        in: { type: 'object', properties: { n: { type: 'integer' } } },
      },
    },
  },
)

interface Answer extends Partial<Omit<ReceivedExchange, 'response'>> {
  readonly status?: number
  readonly headers?: object
  readonly body?: string
  readonly isPartial?: boolean
}

/** Findings as `check pointer: expected | received`. */
function judged(contract: TestedContract, answer: Answer): string[] {
  const { status = 200, headers = {}, body = '', isPartial = false, ...more } = answer
  const response = {
    status,
    headers: headerLines(headers),
    body: Buffer.from(body),
    ms: 0,
    isPartial,
  }
  return judgeResponse({ contract, method: 'GET', response, secrets: [], ...more }).map(
    ({ check, pointer, expected, received }) => `${check} ${pointer}: ${expected} | ${received}`,
  )
}

const problem = { 'content-type': 'application/problem+json' }

t.test('an error outside of all operations has the shape of the others', async (t) => {
  const at = 'error-shape #/paths/~1a/get/responses/default'
  const outside = (answer: Answer) =>
    judged(ERRORS, { status: 404, judgesOutside: true, headers: problem, ...answer })
  const right = '{"title":"no","in":{"n":1}}'
  t.same(outside({ body: right }), [])
  t.same(outside({ body: right, headers: {} }), [
    `${at}: application/problem+json for every error | status 404, no Content-Type`,
  ])
  t.same(outside({ body: right, headers: { 'content-type': 'text/html' } }), [
    `${at}: application/problem+json for every error | status 404, text/html`,
  ])
  t.same(outside({ body: '{' }), [
    `${at}: application/problem+json for every error | the text is not valid JSON: it ends too early`,
  ])
  t.same(outside({ body: '[]' }), [
    `${at}: the body must be object, as in every error | status 404, []`,
  ])
  t.same(outside({ body: '{"title":"no","in":{"n":"x"}}' }), [
    `${at}: /in/n must be integer, as in every error | status 404, {"title":"no","in":{"n":"x"}}`,
  ])
  t.same(outside({ status: 405, headers: { ...problem, allow: 'GET' }, body: '[]' }), [
    `${at}: the body must be object, as in every error | status 405, []`,
  ])
  t.same(outside({ status: 400, body: '[]' }), [], 'the server may refuse before there is an app')
  t.same(outside({ method: 'HEAD' }), [])
  t.same(outside({ judgesOutside: false, body: '[]' }), [])
})

t.test('what is of no operation is of all paths', async (t) => {
  const outside = (answer: Answer) => judged(ERRORS, answer)
  t.same(outside({ headers: { etag: 'x' } }), [
    'field-syntax #/paths: etag as RFC 9110, section 8.8.3 defines it | etag: x',
  ])
  t.same(outside({ status: 204, body: 'x' }), [
    'body-absent #/paths: no body (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5) | 1 bytes after status 204',
  ])
  t.same(outside({ headers: { 'content-length': '3' }, body: 'x' }), [
    'content-length #/paths: Content-Length: 1 | Content-Length: 3',
  ])
  t.same(outside({ status: 307 }), ['redirect #/paths: Location | status 307 without Location'])
  t.same(outside({ status: 401 }), [
    'challenge #/paths: WWW-Authenticate with a challenge | status 401 without WWW-Authenticate',
  ])
  t.same(outside({ status: 401, headers: { 'www-authenticate': 'Any' } }), [])
  t.same(outside({ status: 405 }), ['allow #/paths: Allow | status 405 without Allow'])
  t.same(outside({ status: 500, body: 'ENOENT' }), [
    'leak #/paths: a response without insides of the server | an error of the operating system',
  ])
})

t.test('Allow is compared where the path is known, and documented', async (t) => {
  const [operation] = ERRORS.operations
  const answer = { status: 405, headers: { ...problem, allow: 'PUT' } }
  const body = '{"title":"no","in":{}}'
  const pointer = 'allow #/paths/~1a: Allow: GET | Allow: PUT'
  t.same(judged(ERRORS, { ...answer, body, ...(operation && { operation }) }), [])
  t.same(judged(ERRORS, { ...answer, body, ...(operation && { operation }), path: '/a' }), [
    pointer,
  ])
  t.same(judged(ERRORS, { ...answer, path: '/b' }), [])
  t.same(judged(ERRORS, { ...answer, path: '/a' }), ['allow #/paths: Allow: GET | Allow: PUT'])
})

t.test('secrets of a request do not come back', async (t) => {
  const leak =
    'leak #/paths: a response without insides of the server | the credential of the request'
  const answered = (secret: string, body: string, headers: object = {}) =>
    judged(ERRORS, { secrets: [secret], body, headers })
  t.same(answered('12345678', 'a 12345678 b'), [leak])
  t.same(answered('12345678', '', { 'x-a': '12345678' }), [leak])
  t.same(answered('12345678', '1234567'), [])
  t.same(answered('1234567', '1234567'), [], 'a short one stands there by chance')
  const error = { status: 400, body: 'ENOENT' }
  t.same(judged(ERRORS, { ...error, sent: 'GET /ENOENT' }), [], 'the client sent it')
  t.same(judged(ERRORS, { ...error, method: 'HEAD', body: '', headers: { 'x-a': 'ENOENT' } }), [])
  t.same(judged(ERRORS, { status: 399, body: 'ENOENT' }), [])
})

t.test('a part of JSON is not judged', async (t) => {
  const schema = { type: 'object' }
  const contract = contractOf({
    200: { description: 'd', content: { 'application/json': { schema }, 'text/plain': {} } },
  })
  const [operation] = contract.operations
  const part = (isPartial: boolean) =>
    judged(contract, {
      ...(operation && { operation }),
      headers: { 'content-type': 'application/json', 'content-length': '9' },
      body: '{',
      isPartial,
    })
  t.same(part(true), [])
  t.match(part(false), [/^content-length/, /^body-json/])
})

t.test('statuses that go without saying', async (t) => {
  const security = [{ key: [] }]
  const undocumented = (statuses: string[], status: number, path = '/a', more: object = {}) => {
    const responses = Object.fromEntries(statuses.map((each) => [each, null]))
    const paths = pathsOf(`GET ${path} a | ${JSON.stringify({ ...more, ...responses })}`)
    const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X' } }
    const contract = contractIn(paths, { components: { securitySchemes } })
    const [operation] = contract.operations
    return judged(contract, {
      status,
      headers: { 'www-authenticate': 'Any' },
      ...(operation && { operation }),
    })
  }
  const found = (statuses: string, status: number) => [
    `status-documented #/paths/~1a/get/responses: one of ${statuses} | status ${status}`,
  ]
  for (const status of [400, 401, 403, 404, 409, 410, 412, 422, 423, 428])
    t.same(undocumented(['200'], status), [], 'no error is documented')
  t.same(undocumented(['200'], 418), found('200', 418))
  t.same(undocumented(['200', '404'], 400), [])
  t.same(undocumented(['200', '422'], 400), found('200, 422', 400))
  t.same(undocumented(['200', '404'], 409), found('200, 404', 409))
  t.same(undocumented(['200', '500'], 409), found('200, 500', 409))
  for (const [status, other] of [
    [401, '403'],
    [403, '401'],
  ] as const) {
    t.same(undocumented(['200', '404'], status), found('200, 404', status), 'no security')
    t.same(undocumented(['200', '404'], status, '/a', { security }), [])
    t.same(undocumented(['200', other], status, '/a', { security }), found(`200, ${other}`, status))
  }
  t.same(undocumented(['200', '404'], 402, '/a', { security }), found('200, 404', 402))
  t.same(undocumented(['200', '400'], 404), found('200, 400', 404))
  t.same(undocumented(['200', '400'], 404, '/a/{id}'), [])
  t.match(undocumented(['200', '410'], 404, '/a/{id}'), [/^status-documented/])
  t.match(undocumented(['200', '400'], 410, '/a/{id}'), [/^status-documented/])
  for (const status of [405, 429, 500, 503])
    t.same(
      undocumented(['200', '404'], status).filter((each) => !/^allow/.test(each)),
      [],
    )
})
