import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type AnyHandlers, contractOf, serveContract } from '../../../helpers/serve-document.js'

/** A document with parameters of each place and style, and bodies of each kind. */
export const THINGS = `
openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: limit, in: query, schema: { type: integer, format: int32, minimum: 1, maximum: 50, default: 2 } }
        - { name: kinds, in: query, schema: { type: array, maxItems: 2, items: { type: string, enum: [small, large] } } }
        - { name: on, in: query, schema: { type: boolean } }
        - { name: title, in: query, required: true, example: box, schema: { type: string, minLength: 2, maxLength: 9 } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: near, in: query, style: deepObject, schema: { type: object, required: [x], properties: { x: { type: number, minimum: 0 } }, additionalProperties: false } }
        - { name: X-Request-Id, in: header, schema: { type: string, format: uuid } }
        - { name: If-Match, in: header, schema: { type: string } }
        - { name: visit, in: cookie, schema: { type: string, pattern: '^[a-z]+$' } }
      responses:
        '200':
          description: Things.
          headers: { X-Request-Id: { schema: { type: string } } }
          content: { application/json: { schema: { type: object, properties: { items: { type: array, items: { type: integer } } } } } }
        '400': { description: Wrong., content: { application/json: {} } }
    post:
      operationId: createThing
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses:
        '201': { description: Created., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
        '400': { description: Wrong., content: { application/json: {} } }
        '413': { description: Large., content: { application/json: {} } }
        '422': { description: It names what there is not., content: { application/json: {} } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64, minimum: 1 } }]
    get: { operationId: getThing, responses: { '200': { description: A thing. }, '400': { description: Wrong., content: { application/json: {} } }, '404': { description: None., content: { application/json: {} } } } }
    delete: { operationId: deleteThing, responses: { '204': { description: Gone. }, '400': { description: Wrong., content: { application/json: {} } }, '404': { description: None., content: { application/json: {} } } } }
  /forms:
    post:
      operationId: sendForm
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Form' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Form' } }
      responses: { '204': { description: Sent. }, '400': { description: Wrong., content: { application/json: {} } } }
components:
  schemas:
    Form: { type: object, required: [age], properties: { age: { type: integer, minimum: 0, maximum: 150 }, word: { type: string, maxLength: 5 } } }
    Thing:
      type: object
      additionalProperties: false
      required: [name, kind]
      properties:
        made: { type: string, format: date-time, readOnly: true }
        name: { type: string, maxLength: 100000 }
        kind: { type: string, enum: [small, large] }
        count: { type: integer, format: int64 }
        owner: { type: string, format: uuid }
        tags: { type: array, uniqueItems: true, maxItems: 3, items: { type: string, minLength: 1 } }
        shape: { oneOf: [{ $ref: '#/components/schemas/Ball' }, { $ref: '#/components/schemas/Cube' }] }
        labels: { type: object, additionalProperties: { type: integer } }
    Ball: { type: object, required: [radius], additionalProperties: false, properties: { radius: { type: number, exclusiveMinimum: 0 } } }
    Cube: { type: object, required: [side], additionalProperties: false, properties: { side: { type: number, minimum: 0, maximum: 10, multipleOf: 0.5 } } }
`

// biome-ignore lint/suspicious/noExplicitAny: what a request holds depends on the document
type AnyRequest = any

const HANDLERS: AnyHandlers = {
  listThings: ({ query, headers }: AnyRequest) => ({
    status: 200,
    body: { items: Array.from({ length: Math.min(query.limit, 5) }, (_, at) => at) },
    headers: { 'X-Request-Id': headers['x-request-id'] ?? 'none' },
  }),
  createThing: ({ body }: AnyRequest) => ({ status: 201, body }),
  getThing: () => ({ status: 404, body: {} }),
  deleteThing: () => ({ status: 404, body: {} }),
  sendForm: () => ({ status: 204 }),
}

/** A correct server of the document. */
export async function things(t: Test, handlers: AnyHandlers = {}): Promise<FastifyInstance> {
  const contract = await contractOf(t, THINGS)
  return serveContract(t, contract, { handlers: { ...HANDLERS, ...handlers } })
}
