import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { parametersOf, withBody, withBytes } from '#toolkit/conformance/requests/parts.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { writeRequest } from '#toolkit/conformance/requests/write-request.js'
import { identityIn } from '#toolkit/conformance/resources/thing.js'
import { NOTHING } from '#toolkit/samples/index.js'
import { contractOf } from '../helpers/documents.js'

const contract = contractOf(`
  GET /rides?kind=a&page={page} named | {query: {page!: {type: integer}}, 200: null}
  GET /cars plain | {query: {page!: {type: integer}}, 200: null}
`)
const operationOf = (id: string) =>
  contract.operations.find(({ operationId }) => operationId === id) as Operation

t.test('parameters in the query of a path are written once', async (t) => {
  const targetOf = (id: string) => {
    const operation = operationOf(id)
    const parameters = new Map(parametersOf(operation).map((each) => [each, { value: 7 }]))
    return writeRequest({ operation, parameters }).target
  }
  t.equal(targetOf('named'), '/rides?kind=a&page=7')
  t.equal(targetOf('plain'), '/cars?page=7')
})

t.test('an identity is a number where the path says that it is a text', async (t) => {
  const resource = (schema: object) => ({ parameter: { schema }, idNames: ['id', 'name'] }) as never
  const item = { id: 5, name: 'fern' }
  t.equal(identityIn(contract, resource({ type: 'string' }), item), 5)
  t.equal(identityIn(contract, resource({ type: 'string', minLength: 2 }), item), 'fern')
  t.equal(identityIn(contract, resource({ type: 'boolean' }), item), undefined)
})

t.test('an operation without a body gets none', async (t) => {
  const operation = operationOf('plain')
  const parts = { operation, parameters: new Map() }
  t.equal(withBody(parts, 7), parts)
  t.equal(withBytes(parts, '7'), parts)
  const source = new RequestSource(contract, new Identities(), 1)
  t.equal(source.bodyValue(operation, { mediaType: 'application/json' } as never), NOTHING)
})
