import { inFull } from '../../helpers/made.js'

/** Days with typed formats: what is created is read and listed. */
export const DAYS = inFull(`
GET /days: { operationId: listDays, parameters: [{ name: since, in: query, schema: { type: string, format: date-time } }], 200: { type: array, items: $Day }, 400: { type: object } }
POST /days: { operationId: createDay, body: $Day, 201: $Day, 400: { type: object } }
GET /days/{day}: { operationId: getDay, parameters: [{ name: day, in: path, required: true, schema: { type: string, format: date } }], 200: $Day, 400: { type: object }, 404: { type: object } }
Day: { type: object, required: [day, at], properties: { day: { type: string, format: date }, at: { type: string, format: date-time }, bytes: { type: string, format: byte } } }`)

export const FORMATS = { 'date-time': 'Date', date: 'Date', byte: 'Uint8Array' }
