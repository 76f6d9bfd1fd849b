import { conform } from 'fastify-contract/conformance'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { type AnyHandlers, contractOf, serveContract } from '../../helpers/serve-document.js'

const DAY =
  '{ type: object, required: [day, at], properties: { day: { type: string, format: date }, at: { type: string, format: date-time }, bytes: { type: string, format: byte } } }'
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`
const refusal = `'400': { description: d, ${json('{ type: object }')} }`

const DOCUMENT = `
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

const formats = { 'date-time': 'Date', date: 'Date', byte: 'Uint8Array' }
const contract = await contractOf(t, DOCUMENT, { formats })
const document = parse('openapi.yaml', DOCUMENT).value

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

interface Day {
  readonly day: Date
  readonly at: Date
  readonly bytes?: Uint8Array
}

t.test('the conformance kit finds nothing wrong with typed formats', async (t) => {
  const days = new Map<number, Day>()
  const handlers: AnyHandlers = {
    createDay({ body }) {
      days.set(body.day.getTime(), body)
      return { status: 201, body }
    },
    getDay({ params }) {
      const body = days.get(params.day.getTime())
      return body === undefined ? { status: 404, body: {} } : { status: 200, body }
    },
    listDays: () => ({ status: 200, body: [...days.values()] }),
  }
  const app = await serveContract(t, contract, { handlers, responses: 'throw' })
  const { violations } = await conform({ document: document as object, target: app })
  t.same(
    violations.map(({ check, what, expected, received }) => [check, what, expected, received]),
    [],
  )
})
