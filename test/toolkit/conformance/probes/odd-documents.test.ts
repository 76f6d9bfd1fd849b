import { createServer, type Server } from 'node:http'
import t, { type Test } from 'tap'
import { TRANSPORT_PROBES } from '#toolkit/conformance/probes/probes.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { GivenCredentials } from '#toolkit/conformance/requests/given-credentials.js'
import { bodyPointer } from '#toolkit/conformance/run/base-request.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { contractOf } from '../helpers/documents.js'
import { listen } from '../servers/kernel/listen.js'
import { runProbes } from '../servers/probe-server.js'

/** A server that answers each request with the same. */
const always = (status: number, headers: Record<string, string> = {}, body = '') =>
  createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(status, headers)
      response.end(body)
    })
  })

const never = { not: {} }
const OK = { 200: { description: 'd' } }
const id = { name: 'id', in: 'path', required: true }

interface Settings {
  readonly schemes?: object
  readonly credentials?: GivenCredentials
  readonly probes?: readonly Probe[]
}

/** What probes find of a server that should be one of a document. */
async function found(
  t: Test,
  paths: object,
  server: Server,
  { schemes = {}, credentials = {}, probes = PROBES }: Settings = {},
) {
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => server.close())
  const contract = contractOf(paths, { components: { securitySchemes: schemes } })
  return runProbes(t, probes, await listen(server), { contract, credentials })
}

const PROBES = [validRequests, ...TRANSPORT_PROBES]

t.test('operations whose requests cannot be made are left out', async (t) => {
  const query = { name: 'q', in: 'query', required: true, schema: never }
  const content = { 'application/json': { schema: never }, 'text/plain': { schema: never } }
  const paths = {
    '/a': { get: { operationId: 'a', parameters: [query], responses: OK } },
    '/b': { post: { operationId: 'b', requestBody: { required: true, content }, responses: OK } },
    '/c': { post: { operationId: 'c', requestBody: { content }, responses: OK } },
  }
  const { told, kit } = await found(t, paths, always(200))
  t.same(
    told.filter((each) => / \/a(?!\w)/.test(each)),
    [],
  )
  const [, b] = kit.contract.operations
  if (b) t.equal(bodyPointer(b), '#/paths/~1b/post/requestBody')
})

t.test('schemes for which there is nothing to try', async (t) => {
  const schemes = {
    digest: { type: 'http', scheme: 'digest' },
    certificate: { type: 'mutualTLS' },
    token: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
  }
  const responses = { 200: { description: 'd' }, 404: { description: 'd' } }
  const get = (name: string, security: object[]) => ({
    get: { operationId: name, security, responses },
  })
  const paths = {
    '/digest': get('digest', [{ digest: [] }]),
    '/certificate': get('certificate', [{ certificate: [] }]),
    '/token': get('token', [{ token: ['none'] }]),
    '/missing': get('missing', [{ basic: [] }]),
    '/undeclared': get('undeclared', [{ other: [] }]),
    '/optional': get('optional', [{}, { token: [] }]),
  }
  const credentials = {
    digest: 'digest-secret',
    certificate: '',
    token: [{ token: 'aaaaaaaaaaaaaaaa' }, { token: 'bbbbbbbbbbbbbbbb', scopes: [] }],
    other: 'x',
  }
  const { told } = await found(t, paths, always(200), { schemes, credentials })
  t.ok(told.includes('authentication: no credential (digest)'))
  t.ok(told.includes('authentication: no credential (token)'))
  t.ok(told.includes('authorization: a credential of token with the scopes of nothing'))
  t.notOk(told.some((each) => /^auth.*(certificate\)|basic)/.test(each)))
})

t.test('statuses that a document leaves open', async (t) => {
  const responses = { 200: { description: 'd' }, 409: { description: 'd' } }
  const schema = { type: 'integer' }
  const run = async (
    status: number,
    own: object = responses,
    security: object[] = [{ token: [] }],
  ) => {
    const operation = {
      operationId: 'a',
      parameters: [{ ...id, schema }],
      security,
      responses: own,
    }
    const schemes = { token: { type: 'http', scheme: 'bearer' } }
    const server = always(status, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
    const { told } = await found(t, { '/a/{id}': { get: operation } }, server, {
      ...{ schemes, credentials: { token: 'aaaaaaaaaaaaaaaa' } },
      probes: [validRequests],
    })
    return told.filter((each) => each.startsWith('status-documented')).length > 0
  }
  const named = (status: number) => ({ ...responses, [status]: { description: 'd' } })
  t.equal(await run(400), false)
  t.equal(await run(400, named(422)), true)
  t.equal(await run(401), false)
  t.equal(await run(401, named(403)), true)
  t.equal(await run(401, responses, []), true)
  t.equal(await run(404), false)
  t.equal(await run(404, named(410)), true)
  t.equal(await run(412), true)
  t.equal(await run(412, OK), false)
  t.equal(await run(418, OK), true)
  t.equal(await run(415), false)
})

t.test('a server that fails at everything', async (t) => {
  const operation = { operationId: 'a', responses: OK }
  const content = { 'application/json': { schema: { type: 'object' } } }
  const post = { operationId: 'b', requestBody: { content }, responses: OK }
  const server = createServer((request) => request.socket.destroy())
  const { told, notes } = await found(t, { '/a': { get: operation, post } }, server)
  t.ok(told.every((each) => each.startsWith('response-present')))
  t.same(notes, ['No valid request succeeded as bytes: broken messages were not tried.'])
})

t.test('small downloads, and lists of operations that are long', async (t) => {
  const paths = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `/long/${at}/`,
      { get: { operationId: `a${at}`, responses: OK }, parameters: [] },
    ]),
  )
  const server = always(200, { 'Accept-Ranges': 'bytes' }, '')
  const { kit } = await found(t, paths, server)
  t.ok(kit.coverage.requests < 60 * 60)
})

t.test('bodies of other kinds', async (t) => {
  const text = { 'text/plain; version=1': { schema: { type: 'string' } } }
  const form = { 'multipart/form-data': { schema: { type: 'object', properties: { a: {} } } } }
  const bytes = { 'application/octet-stream': {} }
  const post = (operationId: string, content: object, path = '') => ({
    post: {
      ...{ operationId, responses: { ...OK, 400: { description: 'd' } } },
      requestBody: { required: true, content },
      ...(path && { parameters: [{ ...id, schema: { type: 'string', enum: ['a'] } }] }),
    },
  })
  const paths = {
    '/text': post('text', text),
    '/form': post('form', form),
    '/bytes/{id}': post('bytes', bytes, 'id'),
  }
  const { told } = await found(t, paths, always(400))
  t.same(told, ['valid-accepted: a valid request'])
})
