import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { probed } from './probed.js'

/** A document that leaves open most of what others say. */
export const OPEN = `
openapi: 3.1.0
info: { title: Open, version: '1' }
paths:
  /plants:
    get:
      operationId: listPlants
      parameters:
        - { name: size, in: query, schema: { type: integer, default: 2 } }
        - { name: page, in: query, required: true, example: 1, schema: { type: integer, default: 1 } }
        - { name: any, in: query, schema: true }
      responses: { '200': { description: Plants., content: { application/json: {} } }, '400': { description: Wrong. } }
    post:
      operationId: createPlant
      parameters:
        - { name: Idempotency-Key, in: header, required: true, example: a1, schema: { type: string, pattern: '^[a-z0-9-]+$' } }
        - { name: X-Request-Id, in: header, required: true, example: 7, schema: { type: integer } }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
      responses: { '2XX': { description: Created., content: { application/json: {} } }, '4XX': { description: Wrong. } }
  /lists:
    put:
      operationId: putList
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
      responses: { '204': { description: Set. }, '400': { description: Wrong. } }
  /numbers:
    put:
      operationId: putNumber
      requestBody: { required: true, content: { application/json: { schema: { type: integer } } } }
      responses: { '204': { description: Set. }, '400': { description: Wrong. } }
  /nothing:
    put:
      operationId: putNothing
      requestBody: { required: true, content: { application/json: { schema: { allOf: [{ type: string }, { type: integer }] } } } }
      responses: { '204': { description: Set. } }
    get:
      operationId: getNothing
      parameters: [{ name: none, in: query, required: true, schema: { allOf: [{ type: string }, { type: integer }] } }]
      responses: { '200': { description: None. } }
components:
  schemas:
    Plant:
      type: object
      required: [id, mail]
      properties:
        id: { type: integer, minimum: 1 }
        mail: { type: string, format: email }
        site: { type: string, format: uri }
        day: { type: string, format: date }
        time: { type: string, format: date-time }
        uuid: { type: string, format: uuid }
        ip: { type: string, format: ipv4 }
        host: { type: string, format: hostname }
        odd: { type: string, pattern: '^(?=a)a+$' }
        isbn: { type: string, pattern: '^97[89][0-9]{3}$' }
        fixed: { const: 5 }
        on: { type: boolean }
        small: { type: integer, format: int32 }
        even: { type: integer, multipleOf: 2 }
        price: { type: number, minimum: 0, maximum: 100, multipleOf: 0.01 }
        weight: { type: number }
        order: { type: array, minItems: 2, items: { type: integer } }
`

/** Accepts what the schemas accept. */
export async function server(t: Test): Promise<FastifyInstance> {
  const none = () => ({ status: 204 })
  return serveContract(t, await contractOf(t, OPEN), {
    handlers: {
      listPlants: () => ({ status: 200, body: [1, 2] }),
      createPlant: () => ({ status: 201, body: {} }),
      ...{ putList: none, putNumber: none, putNothing: none },
      getNothing: () => ({ status: 200 }),
    },
    server: { bodyLimit: 8 * 2 ** 20 },
  })
}

/** Asserts that a probe sends requests to the server, and finds nothing. */
export async function findsNothing(t: Test, probe: Probe): Promise<void> {
  const { found, kit } = await probed(probe, OPEN, await server(t))
  t.same(found, [])
  t.ok(kit.coverage.requests > 0)
}
