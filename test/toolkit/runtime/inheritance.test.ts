import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const VEHICLES = `
openapi: 3.1.0
info: { title: Vehicles, version: '1' }
paths:
  /: { post: { operationId: park,
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Vehicle' } } } },
    responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Vehicle' } } } } } } }
components:
  schemas:
    Vehicle:
      type: object
      required: [type, id]
      discriminator: { propertyName: type, mapping: { car: Car, truck: Truck } }
      properties: { type: { type: string }, id: { type: integer, format: int64 } }
    Car:
      allOf:
        - $ref: '#/components/schemas/Vehicle'
        - { required: [doors], properties: { doors: { type: integer, minimum: 2 } } }
    Truck:
      allOf:
        - $ref: '#/components/schemas/Vehicle'
        - { required: [load], properties: { load: { type: number }, trailer: { $ref: '#/components/schemas/Truck' } } }
`

// As the type of the base has it: the union of what inherits from it (3.1, section 4.8.25).
t.test('a base with a discriminator is one of its subtypes', async (t) => {
  const given: unknown[] = []
  const handlers = {
    async park({ body }: { body: unknown }) {
      given.push(body)
      return { status: 200, body }
    },
  }
  const app = await serveContract(t, await contractOf(t, VEHICLES, { discriminator: 'strict' }), {
    handlers,
  })
  const send = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const nested =
    '{"type":"truck","id":1,"load":2,"trailer":{"type":"truck","id":9007199254740995,"load":1.5}}'
  const response = await send(nested)
  t.equal(response.statusCode, 200)
  t.equal(response.body, nested, 'an int64 that only an heir leads to is exact')
  t.match(given, [{ id: 1n, trailer: { id: 9007199254740995n } }])
  t.equal((await send('{"type":"car","id":1,"doors":2,"load":"any"}')).statusCode, 200)

  const refused: [payload: string, says: RegExp][] = [
    ['{"type":"car","id":1,"doors":1}', /body\/doors must be >= 2/],
    ['{"type":"truck","id":1}', /must have required property 'load'/],
    ['{"type":"bike","id":1}', /body\/type/],
    ['{"id":1,"doors":2}', /must have required property 'type'/],
    ['{"type":"car","id":1.5,"doors":2}', /body\/id/],
    ['{"type":"truck","id":1,"load":1,"trailer":{"type":"car","id":1,"load":1}}', /trailer\/type/],
  ]
  for (const [payload, says] of refused) {
    const response = await send(payload)
    t.equal(response.statusCode, 400, payload)
    t.match(response.json().message, says)
  }
})
