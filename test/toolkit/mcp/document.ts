/** A contract with operations of each kind as tools. */
export const TOOL_DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: '2' }
security: [{ bearerAuth: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      tags: [orders]
      summary: Create an order
      description: Its id is free.
      parameters: [{ name: X-Source, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        default: { $ref: '#/components/responses/Failure' }
    get:
      operationId: orders.list
      tags: [orders]
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 2, maximum: 5 } }
        - { name: ids, in: query, schema: { type: array, items: { type: integer, format: int64 } } }
        - { name: where, in: query, style: deepObject, schema: { type: object, properties: { name: { type: string } } } }
      responses:
        '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } }
        default: { $ref: '#/components/responses/Failure' }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: getOrder
      tags: [orders]
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        default: { $ref: '#/components/responses/Failure' }
    put: { operationId: putPhoto, tags: [orders], requestBody: { content: { image/png: {} } }, responses: { '204': { description: Done. } } }
    delete: { operationId: removeOrder, tags: [danger], security: [{ bearerAuth: [admin] }], responses: { '204': { description: Gone. }, default: { $ref: '#/components/responses/Failure' } } }
  /notes:
    post:
      operationId: sendNote
      tags: [notes]
      security: [{ key: [] }]
      requestBody: { required: true, content: { text/plain: { schema: { type: string, maxLength: 5 } } } }
      responses: { '200': { description: The same., content: { text/plain: { schema: { type: string } } } }, default: { $ref: '#/components/responses/Failure' } }
    get: { operationId: getBytes, tags: [notes], security: [{}], responses: { '200': { description: Some., content: { application/octet-stream: {} } } } }
  /hidden: { get: { operationId: hidden, security: [{}], responses: { '204': { description: d } } } }
components:
  securitySchemes:
    bearerAuth: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: key }
  responses:
    Failure: { description: Failed., content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
  schemas:
    Error: { type: object, required: [error, message], properties: { error: { type: integer }, message: { type: string } } }
    Order:
      type: object
      required: [id]
      properties: { id: { type: integer, format: int64 }, name: { type: string }, part: { $ref: '#/components/schemas/Order' } }
`
