import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { inFull } from '../../../helpers/made.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { runApp } from './probed.js'

/** A document that leaves open most of what others say. */
export const OPEN = inFull(`
  GET /plants:
    operationId: listPlants
    parameters:
      - { name: size, in: query, schema: { type: integer, default: 2 } }
      - { name: page, in: query, required: true, example: 1, schema: { type: integer, default: 1 } }
      - { name: any, in: query, schema: true }
    200: {}
    400:
  POST /plants:
    operationId: createPlant
    parameters:
      - { name: Idempotency-Key, in: header, required: true, example: a1, schema: { type: string, pattern: '^[a-z0-9-]+$' } }
      - { name: X-Request-Id, in: header, required: true, example: 7, schema: { type: integer } }
    requestBody: { content: { application/json: { schema: $Plant } } }
    2XX: {}
    4XX:
  PUT /lists: { operationId: putList, body: { type: array, items: { type: integer } }, 204: , 400: }
  PUT /numbers: { operationId: putNumber, body: { type: integer }, 204: , 400: }
  PUT /nothing: { operationId: putNothing, body: &nothing { allOf: [{ type: string }, { type: integer }] } }
  GET /nothing: { operationId: getNothing, parameters: [{ name: none, in: query, required: true, schema: *nothing }], 200: }
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
`)

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
  const { what, kit } = await runApp(probe, OPEN, await server(t))
  t.same(what, [])
  t.ok(kit.coverage.requests > 0)
}
