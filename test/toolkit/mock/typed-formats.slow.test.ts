import { conform } from 'fastify-contract/conformance'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { type AnyHandlers, contractOf, serveContract } from '../../helpers/serve-document.js'
import { DAYS, FORMATS } from './typed-days.js'

const contract = await contractOf(t, DAYS, { formats: FORMATS })
const document = parse('openapi.yaml', DAYS).value as object

interface Day {
  readonly day: Date
  readonly at: Date
  readonly bytes?: Uint8Array
}

t.test('the conformance kit finds nothing wrong with typed formats', async (t) => {
  const days = new Map<number, Day>()
  const handlers: AnyHandlers = {
    createDay({ body }: { body: Day }) {
      days.set(body.day.getTime(), body)
      return { status: 201, body }
    },
    getDay({ params }: { params: Day }) {
      const body = days.get(params.day.getTime())
      return body === undefined ? { status: 404, body: {} } : { status: 200, body }
    },
    listDays: () => ({ status: 200, body: [...days.values()] }),
  }
  const app = await serveContract(t, contract, { handlers, responses: 'throw' })
  const { violations } = await conform({ document, target: app })
  t.same(
    violations.map(({ check, what, expected, received }) => [check, what, expected, received]),
    [],
  )
})
