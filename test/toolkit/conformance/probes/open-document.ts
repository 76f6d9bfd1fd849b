import fastify from 'fastify'
import { load } from 'js-yaml'
import type { Test } from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { parseExact } from '#toolkit/runtime/json/exact.js'
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
export function server(list: (url: URL) => unknown = () => [1, 2]) {
  const contract = new TestedContract(load(OPEN) as object)
  const app = fastify({ bodyLimit: 8 * 2 ** 20 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const schemas = new Map(
    contract.operations.map(({ method, path, requestBody }) => [
      `${method} ${path}`,
      requestBody?.content[0]?.schema,
    ]),
  )
  app.route({
    method: ['GET', 'POST', 'PUT'],
    url: '/*',
    handler(request, reply) {
      const url = new URL(request.url, 'http://localhost')
      if (request.method === 'GET') {
        const { size, page } = Object.fromEntries(url.searchParams)
        const isWrong =
          page === undefined ||
          [size, page].some((each) => each !== undefined && !/^-?\d{1,19}$/.test(each))
        return isWrong ? reply.code(400).send() : reply.send(list(url))
      }
      const name = schemas.get(`${request.method} ${url.pathname}`)
      const isKeyed = /^[a-z0-9-]+$/.test(String(request.headers['idempotency-key'] ?? ''))
      const isNumbered = /^-?\d+$/.test(String(request.headers['x-request-id'] ?? ''))
      if (request.method === 'POST' && !(isKeyed && isNumbered)) return reply.code(400).send()
      if (request.method === 'POST' && request.body === undefined) return reply.code(201).send({})
      try {
        const value = parseExact(String(request.body))
        if (!contract.verdicts.accepts(contract.reference(name as string), value)) throw new Error()
      } catch {
        return reply.code(400).send()
      }
      return request.method === 'POST' ? reply.code(201).send({}) : reply.code(204).send()
    },
  })
  return app
}

/** Asserts that a probe sends requests to the server, and finds nothing. */
export async function findsNothing(t: Test, probe: Probe): Promise<void> {
  const app = server()
  t.teardown(() => app.close())
  const { found, kit } = await probed(probe, OPEN, app)
  t.same(found, [])
  t.ok(kit.coverage.requests > 0)
}
