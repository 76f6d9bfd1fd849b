import { inFull } from '../../helpers/made.js'

const ID =
  'parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]'

/** A contract with operations of each kind as tools. */
export const TOOL_DOCUMENT = inFull(`
info: { title: Shop, version: '2' }
security: [{ bearerAuth: [] }]
POST /orders: { operationId: createOrder, tags: [orders], summary: Create an order, description: Its id is free., parameters: [{ name: X-Source, in: header, schema: { type: string } }], body: $Order, 201: $Order, default: $Error }
GET /orders:
  operationId: orders.list
  tags: [orders]
  parameters:
    - { name: limit, in: query, schema: { type: integer, default: 2, maximum: 5 } }
    - { name: ids, in: query, schema: { type: array, items: { type: integer, format: int64 } } }
    - { name: where, in: query, style: deepObject, schema: { type: object, properties: { name: { type: string } } } }
  200: { type: array, items: $Order }
  default: $Error
GET /orders/{id}: { operationId: getOrder, tags: [orders], ${ID}, 200: $Order, default: $Error }
PUT /orders/{id}: { operationId: putPhoto, tags: [orders], ${ID}, requestBody: { content: { image/png: {} } } }
DELETE /orders/{id}: { operationId: removeOrder, tags: [danger], security: [{ bearerAuth: [admin] }], ${ID}, 204: null, default: $Error }
POST /notes: { operationId: sendNote, tags: [notes], security: [{ key: [] }], requestBody: { required: true, content: { text/plain: { schema: { type: string, maxLength: 5 } } } }, responses: { 200: { description: d, content: { text/plain: { schema: { type: string } } } }, default: { description: d, content: { application/json: { schema: $Error } } } } }
GET /notes: { operationId: getBytes, tags: [notes], security: [{}], responses: { 200: { description: d, content: { application/octet-stream: {} } } } }
GET /hidden: { operationId: hidden, security: [{}] }
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer }, key: { type: apiKey, in: query, name: key } } }
Error: { type: object, required: [error, message], properties: { error: { type: integer }, message: { type: string } } }
Order: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, name: { type: string }, part: $Order } }`)
