import t from 'tap'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { probed } from './probed.js'

t.setTimeout(120_000)

/** Objects of any members in parameters. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Free, version: '1' }
paths:
  /things/{at}:
    get:
      operationId: getThings
      parameters:
        - { name: at, in: path, required: true, schema: { type: object } }
        - { name: filter, in: query, schema: { type: object } }
        - { name: deep, in: query, style: deepObject, schema: { type: object } }
        - { name: whole, in: query, explode: false, schema: { type: object } }
        - { name: X-Marks, in: header, schema: { type: object } }
      responses:
        '200': { description: It. }
        '400': { description: Wrong., content: { application/json: {} } }
        '404': { description: Not there., content: { application/json: {} } }
`

t.test('objects of any members, also of names such as toString, can be parameters', async (t) => {
  const contract = await contractOf(t, DOCUMENT)
  const handlers = { getThings: () => ({ status: 200 }) }
  const app = await serveContract(t, contract, { handlers })
  const { kit, found } = await probed(edgesOfParameters, DOCUMENT, app)
  t.same(found, [])
  t.ok(kit.coverage.requests > 5)
})
