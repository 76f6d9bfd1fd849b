import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { DAYS, FORMATS } from './typed-days.js'

const contract = await contractOf(t, DAYS, { formats: FORMATS })
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
