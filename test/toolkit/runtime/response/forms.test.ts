import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Forms', version: '1' },
    paths: {
      '/parts': answering('parts', 'multipart/form-data'),
      '/fields': answering('fields', 'application/x-www-form-urlencoded'),
    },
  }),
)

function answering(operationId: string, mediaType: string) {
  const content = { [mediaType]: { schema: { type: 'object', required: ['a'] } } }
  return { get: { operationId, responses: { 200: { description: 'd', content } } } }
}

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

t.test('a value in place of the bytes breaks the contract', async (t) => {
  for (const name of ['parts', 'fields']) {
    const handlers = { [name]: () => ({ status: 200, body: { a: 1 } }) }
    const app = await serveContract(t, contract, { handlers })
    t.equal((await app.inject(`/${name}`)).statusCode, 500)
  }
})
