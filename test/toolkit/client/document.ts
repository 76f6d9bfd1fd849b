/** A document with int64s in requests and responses of each kind. */
export const CLIENT_DOCUMENT = `
openapi: 3.1.0
info: { title: Clients, version: '1' }
paths:
  /values/{id}:
    put:
      operationId: putValue
      summary: Put a value
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
        - { name: limit, in: query, schema: { type: integer, format: int64, default: 5 } }
        - { name: kinds, in: query, schema: { type: array, items: { enum: [a, b] } } }
        - { name: x-key, in: header, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Value' } } } }
      responses:
        '200': { description: The same., content: { application/json: { schema: { $ref: '#/components/schemas/Value' } } } }
        '409': { description: Taken., content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        '422': { description: Several., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Problem' } } } } }
        default: { description: Failed., content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }
  /numbers:
    get:
      operationId: getNumber
      parameters: [{ name: from, in: query, schema: { type: integer, format: int64 } }]
      responses:
        '200': { description: A number., content: { application/json: { schema: { type: integer, format: int64 } } } }
        4XX: { description: None. }
  /text:
    post:
      operationId: sendText
      deprecated: true
      requestBody: { content: { text/plain: { schema: { type: string } } } }
      responses: { '200': { description: The same., content: { text/plain: { schema: { type: string } } } } }
    delete: { operationId: removeText, responses: { '204': { description: Done. } } }
  /form:
    post:
      operationId: sendForm
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Fields' } } } }
      responses: { '200': { description: The fields., content: { application/json: { schema: { $ref: '#/components/schemas/Fields' } } } } }
  /bytes:
    post:
      operationId: sendBytes
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: { '200': { description: The same., content: { application/octet-stream: {} } } }
  /parts:
    post:
      operationId: sendParts
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { '200': { description: The title., content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } } }
components:
  schemas:
    Fields: { type: object, properties: { n: { type: integer, format: int64 }, s: { type: string }, list: { type: array, items: { type: string } }, inside: { $ref: '#/components/schemas/Problem' } } }
    Failure: { type: object, required: [error, message], properties: { error: { type: integer }, message: { type: string } } }
    Problem: { type: object, required: [held], properties: { held: { type: integer, format: int64 } } }
    Value:
      type: object
      required: [n]
      properties:
        n: { type: integer, format: int64 }
        made: { type: string, format: date-time, readOnly: true }
        secret: { type: string, writeOnly: true }
        float: { type: number }
        list: { type: array, items: { type: integer, format: int64 } }
        pair: { type: array, prefixItems: [{ type: integer, format: int64 }, { type: integer }] }
        map: { type: object, additionalProperties: { type: integer, format: int64 } }
        named: { type: object, patternProperties: { '^n': { type: integer, format: int64 } } }
        none: { type: [integer, 'null'], format: int64 }
        inside: { $ref: '#/components/schemas/Value' }
        kind: { $ref: '#/components/schemas/Kind' }
    Kind:
      oneOf:
        - { type: object, required: [kind, v], properties: { kind: { const: exact }, v: { type: integer, format: int64 } } }
        - { type: object, required: [kind, v], properties: { kind: { const: near }, v: { type: number } } }
`
