const DAY =
  '{ type: object, required: [day, at], properties: { day: { type: string, format: date }, at: { type: string, format: date-time }, bytes: { type: string, format: byte } } }'
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`
const refusal = `'400': { description: d, ${json('{ type: object }')} }`

/** Days with typed formats: what is created is read and listed. */
export const DAYS = `
openapi: 3.1.0
info: { title: Days, version: '1' }
paths:
  /days:
    get:
      operationId: listDays
      parameters: [{ name: since, in: query, schema: { type: string, format: date-time } }]
      responses: { '200': { description: d, ${json(`{ type: array, items: ${DAY} }`)} }, ${refusal} }
    post:
      operationId: createDay
      requestBody: { required: true, ${json(DAY)} }
      responses: { '201': { description: d, ${json(DAY)} }, ${refusal} }
  /days/{day}:
    parameters: [{ name: day, in: path, required: true, schema: { type: string, format: date } }]
    get: { operationId: getDay, responses: { '200': { description: d, ${json(DAY)} }, ${refusal}, '404': { description: d, ${json('{ type: object }')} } } }
`

export const FORMATS = { 'date-time': 'Date', date: 'Date', byte: 'Uint8Array' }
