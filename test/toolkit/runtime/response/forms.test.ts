import t from 'tap'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractIn } from '../keeping.js'
import { checkResults } from './results.js'

const form = (name: string, type: string) =>
  `GET /${name}: { operationId: ${name}, responses: { 200: { description: d, content: { ${type}: { schema: { type: object, required: [a] } } } } } }\n`
const contract = await contractIn(
  form('parts', 'multipart/form-data') + form('fields', 'application/x-www-form-urlencoded'),
)

t.test('a response of a form is bytes, which the platform writes', async (t) => {
  const form = new FormData()
  form.set('a', 'é')
  const handlers = {
    parts: () => {
      const { body, headers } = new Response(form)
      return { status: 200, contentType: String(headers.get('content-type')), body }
    },
    fields: () => ({ status: 200, body: Buffer.from(String(new URLSearchParams({ a: 'é b' }))) }),
  }
  const app = await serveContract(t, contract, { handlers })
  const parts = await app.inject('/parts')
  const type = String(parts.headers['content-type'])
  t.match(type, /^multipart\/form-data; boundary=/)
  const read = await new Response(parts.rawPayload, {
    headers: { 'content-type': type },
  }).formData()
  t.same([...read], [['a', 'é']])
  const fields = await app.inject('/fields')
  t.equal(fields.headers['content-type'], 'application/x-www-form-urlencoded')
  t.equal(fields.body, 'a=%C3%A9+b')
})

t.test('a value in place of the bytes breaks the contract', (t) =>
  checkResults(
    t,
    contract,
  )(`
  {status: 200, body: {a: 1}} | GET /parts -> 50000 | body is no bytes
  {status: 200, body: {a: 1}} | GET /fields -> 50000 | body is no bytes
`),
)
