import Fastify from 'fastify'
import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const responses = { 200: { description: 'd' } }
const schema = { type: 'integer', minimum: 1, maximum: 9 }

/** What the kit finds at an operation that answers everything with a status. */
async function found(operation: object, status: number, path = '/a', identities = {}) {
  const app = Fastify()
  const lengths = new Set<unknown>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume()
    done(null)
  })
  app.all('*', ({ headers }, reply) => {
    lengths.add(headers['content-length'])
    return reply.code(status).send()
  })
  const contract = contractOf(
    { [path]: operation },
    {
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'x-key' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  )
  const kit = kitFor(contract, app)
  kit.identities.give(identities)
  for (const probe of [validRequests, edgesOfParameters, edgesOfBodies])
    for (const each of contract.operations) await probe.run(kit, each)
  await app.close()
  const checks = new Set(kit.violations.map(({ check }) => check))
  return { checks: [...checks], notes: [...kit.notes], lengths }
}

t.test('a refusal proves nothing of an operation that the run has no credential for', async (t) => {
  const security = [{ key: [] }, { token: [] }]
  const get = { operationId: 'a', security, responses: { ...responses, 401: responses[200] } }
  const closed = await found({ get }, 401)
  t.notOk(closed.checks.includes('valid-accepted'))
  t.same(closed.notes, ['No credential is given for key or token: what asks for it is not tested.'])
  const open = await found({ get: { ...get, security: [{}] } }, 401)
  t.ok(open.checks.includes('valid-accepted'))
  t.same(open.notes, [])
})

t.test('404 proves nothing of a path to something that the run does not know', async (t) => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema },
  ]
  const get = { operationId: 'a', parameters, responses }
  t.notOk((await found({ get }, 404, '/a/{id}')).checks.includes('valid-accepted'))
  const known = await found({ get }, 404, '/a/{id}', { id: 'b' })
  t.ok(known.checks.includes('valid-accepted'))
})

t.test('a patch may add one member too many to a map', async (t) => {
  const checks = async (method: string, maxProperties?: number) => {
    const map = { type: 'object', maxProperties, additionalProperties: { type: 'string' } }
    const content = {
      'application/json': {
        schema: { type: 'object', properties: { map, n: { type: 'integer' } } },
      },
    }
    const operation = { operationId: 'a', requestBody: { required: true, content }, responses }
    return (await found({ [method]: operation }, 422)).checks
  }
  t.notOk((await checks('patch', 3)).includes('valid-accepted'))
  t.ok((await checks('patch')).includes('valid-accepted'))
  t.ok((await checks('put', 3)).includes('valid-accepted'))
})

t.test('an empty form is no body, where none is required', async (t) => {
  const content = {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    },
  }
  const empty = async (required: boolean) => {
    const post = { operationId: 'a', requestBody: { required, content }, responses }
    const { lengths } = await found({ post }, 200)
    t.ok(lengths.size > 1)
    return lengths.has('0')
  }
  t.equal(await empty(false), false)
  t.equal(await empty(true), true)
})
