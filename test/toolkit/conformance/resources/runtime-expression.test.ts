import t from 'tap'
import { evaluated } from '#toolkit/conformance/resources/runtime-expression.js'
import { contractOf } from '../helpers/documents.js'

const contract = contractOf('PUT /pets/{id} | {200: null}')
const [operation] = contract.operations as [never]

const exchange = {
  operation,
  baseUrl: 'http://zoo.example/api',
  request: {
    method: 'PUT',
    target: '/pets/rex%20one?color=red&color=blue',
    headers: [['X-Trace', '7']] as const,
    body: Buffer.from('{"name":"rex","of":[{"id":1}]}'),
  },
  response: {
    status: 201,
    headers: [['location', '/pets/9']] as const,
    body: Buffer.from('{"id":9,"a/b":null}'),
    ms: 1,
  },
}

const ROWS: readonly [given: unknown, value: unknown][] = [
  [5, 5],
  ['constant', 'constant'],
  ['$url', 'http://zoo.example/api/pets/rex%20one?color=red&color=blue'],
  ['$method', 'PUT'],
  ['$statusCode', 201],
  ['$request.header.x-trace', '7'],
  ['$request.header.x-none', undefined],
  ['$request.query.color', 'red'],
  ['$request.query.size', undefined],
  ['$request.path.id', 'rex one'],
  ['$request.path.other', undefined],
  ['$request.body#/of/0/id', 1],
  ['$request.body#/of/1/id', undefined],
  ['$request.body#name', undefined],
  ['$response.body', { id: 9, 'a/b': null }],
  ['$response.body#/id', 9],
  ['$response.body#/a~1b', null],
  ['$response.body#/constructor', undefined],
  ['$response.header.Location', '/pets/9'],
  ['$nothing', undefined],
  ['pets/{$response.body#/id}/{$method}', 'pets/9/PUT'],
  ['pets/{$response.body#/name}', undefined],
]

for (const [given, value] of ROWS)
  t.test(`a runtime expression: ${given}`, async (t) => t.same(evaluated(exchange, given), value))

t.test('a body that is not there, or not JSON, has no parts', async (t) => {
  const { body: _, ...request } = exchange.request
  t.equal(evaluated({ ...exchange, request }, '$request.body#/name'), undefined)
  const response = { ...exchange.response, body: Buffer.from('none') }
  t.equal(evaluated({ ...exchange, response }, '$response.body#/id'), undefined)
})
