import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { inFull } from '../../helpers/made.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

/** Days with typed formats: what is created is read and listed. */
const DAYS = inFull(`
GET /days: { operationId: listDays, parameters: [{ name: since, in: query, schema: { type: string, format: date-time } }], 200: { type: array, items: $Day }, 400: { type: object } }
POST /days: { operationId: createDay, body: $Day, 201: $Day, 400: { type: object } }
GET /days/{day}: { operationId: getDay, parameters: [{ name: day, in: path, required: true, schema: { type: string, format: date } }], 200: $Day, 400: { type: object }, 404: { type: object } }
Day: { type: object, required: [day, at], properties: { day: { type: string, format: date }, at: { type: string, format: date-time }, bytes: { type: string, format: byte } } }`)
const formats = { 'date-time': 'Date', date: 'Date', byte: 'Uint8Array' }

const contract = await contractOf(t, DAYS, { formats })
const document = parse('openapi.yaml', DAYS).value as object

t.test('a mock keeps and answers the texts of typed formats', async (t) => {
  const missing = mock(contract, { document, stateful: true })
  const app = await serveContract(t, contract, { missing, responses: 'throw' })
  const payload = { day: '2020-02-29', at: '2020-01-01T00:00:00.5Z', bytes: 'AP8=' }
  const kept = { ...payload, at: '2020-01-01T00:00:00.500Z' }
  const created = await app.inject({ method: 'POST', url: '/days', payload })
  t.same([created.statusCode, created.json()], [201, kept])
  t.same((await app.inject('/days/2020-02-29')).json(), kept)
  t.same((await app.inject('/days?since=2020-01-01T00:00:00Z')).json().at(-1), kept)
  t.equal((await app.inject('/days/2020-03-01')).statusCode, 404)
})
