import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { preferences } from '#toolkit/conformance/probes/http/preferences.js'
import { TRANSPORT_PROBES } from '#toolkit/conformance/probes/probes.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { GivenCredentials } from '#toolkit/conformance/requests/given-credentials.js'
import { bodyPointer } from '#toolkit/conformance/run/base-request.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'
import { urlOf } from '../helpers/serving.js'
import { runProbes } from '../servers/probe-server.js'

/** A server that answers each request with the same. */
const always = (status: number, headers: Record<string, string> = {}) =>
  createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, headers).end())
  })

interface Settings {
  readonly securitySchemes?: object
  readonly credentials?: GivenCredentials
  readonly probes?: readonly Probe[]
}

/** What probes find of a server that should be one of a document. */
async function found(
  t: Test,
  paths: string,
  server: Server,
  { securitySchemes = {}, credentials = {}, probes = PROBES }: Settings = {},
) {
  const contract = contractOf(paths, { components: { securitySchemes } })
  return runProbes(t, probes, await urlOf(t, server), { contract, credentials })
}

const PROBES = [validRequests, ...TRANSPORT_PROBES]

t.test('operations whose requests cannot be made are left out', async (t) => {
  const paths = `
    GET /a a | {query: {q!: {not: {}}}, 200: null}
    POST /b b | {asks: {application/json: {schema: {not: {}}}, text/plain: {schema: {not: {}}}}, 200: null}
    POST /c c | {requestBody: {content: {application/json: {schema: {not: {}}}}}, 200: null}
  `
  const { told, kit } = await found(t, paths, always(200))
  const seen = told.filter((each) => / \/a(?!\w)/.test(each))
  t.same(seen, [])
  const [, b] = kit.contract.operations
  if (b) t.equal(bodyPointer(b), '#/paths/~1b/post/requestBody')
})

t.test(
  'a body without a value is not sent twice, though the operation documents a conflict',
  async (t) => {
    const asks =
      '{application/json: {schema: {not: {}}}, application/xml: {schema: {type: object}}}'
    const paths = `POST /a a | {asks: ${asks}, 201: null, 409: null}`
    const { told } = await found(t, paths, always(201), { probes: [randomBodies] })
    t.same(told, [])
  },
)

t.test('schemes for which there is nothing to try', async (t) => {
  const securitySchemes = {
    digest: { type: 'http', scheme: 'digest' },
    certificate: { type: 'mutualTLS' },
    token: { type: 'http', scheme: 'bearer' },
    constructor: { type: 'http', scheme: 'basic' },
  }
  const paths = `
    GET /digest digest | {security: [{digest: []}], 200: null, 404: null}
    GET /certificate certificate | {security: [{certificate: []}], 200: null, 404: null}
    GET /token token | {security: [{token: [none]}], 200: null, 404: null}
    GET /missing missing | {security: [{constructor: []}], 200: null, 404: null}
    GET /undeclared undeclared | {security: [{other: []}], 200: null, 404: null}
    GET /optional optional | {security: [{}, {token: []}], 200: null, 404: null}
  `
  const credentials = {
    digest: 'digest-secret',
    certificate: '',
    token: [{ token: 'aaaaaaaaaaaaaaaa' }, { token: 'bbbbbbbbbbbbbbbb', scopes: [] }],
    other: 'x',
  }
  const { told } = await found(t, paths, always(200), { securitySchemes, credentials })
  t.ok(told.includes('authentication: no credential (digest)'))
  t.ok(told.includes('authentication: no credential (token)'))
  t.ok(told.includes('authorization: a credential of token with the scopes of nothing'))
  t.notOk(told.some((each) => /^auth.*[(](certificate|constructor)[)]/.test(each)))
})

t.test('statuses that a document leaves open', async (t) => {
  const settings = {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    credentials: { token: 'aaaaaaaaaaaaaaaa' },
    probes: [validRequests],
  }
  for (const [status, documented, wrong, security = [{ token: [] }]] of tableOf<
    [status: string, documented: number[], wrong: boolean, security?: object[]]
  >(`
    400 | [200, 409] | false
    400 | [200, 409, 422] | true
    401 | [200, 409] | false
    401 | [200, 409, 403] | true
    401 | [200, 409] | true | []
    404 | [200, 409] | false
    404 | [200, 409, 410] | true
    412 | [200, 409] | true
    412 | [200] | false
    418 | [200] | true
    415 | [200, 409] | false
  `)) {
    const responses = documented.map((each) => `${each}: null`)
    const paths = `GET /a/{id} a | {path: {id: {type: integer}}, security: ${JSON.stringify(security)}, ${responses}}`
    const headers = status === '401' ? { 'WWW-Authenticate': 'Bearer' } : {}
    const { told } = await found(t, paths, always(Number(status), headers), settings)
    const isFound = told.some((each) => each.startsWith('status-documented'))
    t.equal(isFound, wrong, `${status} where ${documented} are documented`)
  }
})

t.test('a server that fails at everything', async (t) => {
  const paths = `
    GET /a a | {200: null}
    POST /a b | {requestBody: {content: {application/json: {schema: {type: object}}}}, 200: null}
  `
  const server = createServer((request) => request.socket.destroy())
  const { told, notes } = await found(t, paths, server)
  t.ok(told.every((each) => each.startsWith('response-present')))
  t.same(notes, ['No valid request succeeded as bytes: broken messages were not tried.'])
})

t.test('small downloads, and lists of operations that are long', async (t) => {
  const paths = Array.from({ length: 60 }, (_, at) => `GET /long/${at}/ a${at} | {200: null}`)
  const server = always(200, { 'Accept-Ranges': 'bytes' })
  const { kit } = await found(t, paths.join('\n'), server)
  t.ok(kit.coverage.requests < 60 * 60)
})

t.test('bodies of other kinds', async (t) => {
  const paths = `
    POST /text text | {asks: {text/plain; version=1: {schema: {type: string}}}, 200: null, 400: null}
    POST /form form | {asks: {multipart/form-data: {schema: {type: object, properties: {a: {}}}}}, 200: null, 400: null}
    POST /bytes/{id} bytes | {path: {id: {type: string, enum: [a]}}, asks: {application/octet-stream: {}}, 200: null, 400: null}
  `
  const { told } = await found(t, paths, always(400))
  t.same(told, ['valid-accepted: a valid request'])
})

t.test('a body of the second media type, where none of the first can be drawn', async (t) => {
  const paths = `
    POST /a a | {asks: {application/json: {schema: {type: integer, minimum: 2, maximum: 1}}, application/x-www-form-urlencoded: {schema: {type: object, properties: {b: {type: string}}}}}, 200: null, 400: null}
  `
  const server = createServer((request, response) => {
    const isForm = /^application\/x-www-form-urlencoded/i.test(`${request.headers['content-type']}`)
    response.writeHead(isForm ? 200 : 400).end()
  })
  t.same((await found(t, paths, server, { probes: [mediaTypes] })).told, [])
})

t.test('a header that the document names is none that it does not name', async (t) => {
  const header = '{name: accept-language, in: header, schema: {type: string, enum: [en]}}'
  const paths = `
    GET /a a | {parameters: [${header}], 200: null, 400: null}
  `
  const server = createServer(({ headers }, response) => {
    const language = headers['accept-language']
    response.writeHead(language === undefined || language === 'en' ? 200 : 400).end()
  })
  t.same((await found(t, paths, server, { probes: [preferences] })).told, [])
})

t.test('random bodies have an end where a schema refuses nothing', async (t) => {
  const paths = 'POST /any any | {asks: {application/json: {schema: true}}, 200: null}'
  t.same((await found(t, paths, always(200), { probes: [randomBodies] })).told, [])
})

t.test('random numbers lie between any limits', async (t) => {
  const limits = [
    [-5, -4],
    [0.0001, 0.0002],
  ] as const
  for (const [minimum, maximum] of limits) {
    const schema = `{type: array, minItems: 1, items: {type: number, minimum: ${minimum}, maximum: ${maximum}}}`
    const paths = `POST /a a | {asks: {application/json: {schema: ${schema}}}, 200: null, 400: null}`
    const server = createServer(async (request, response) => {
      const values = await json(request)
      const isList = Array.isArray(values) && values.length > 0
      const isRight = isList && values.every((each) => each >= minimum && each <= maximum)
      response.writeHead(isRight ? 200 : 400).end()
    })
    t.same((await found(t, paths, server, { probes: [randomBodies] })).told, [])
  }
})
