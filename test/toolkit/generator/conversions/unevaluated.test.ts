import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const part = (name: string, pattern: string) =>
  `{ required: [${name}], properties: { ${name}: true }, patternProperties: { '${pattern}': { type: number } } }`
const parts = `[${part('k', '^a')}, ${part('l', 'b$')}, { required: [m], properties: { m: true } }]`
const OBJECT =
  '{ type: object, properties: { ax: { type: number } }, unevaluatedProperties: { type: integer, format: int64 }, ' +
  `anyOf: ${parts} }`

t.test('an int64 of `unevaluatedProperties` is what no pattern of a part evaluates', async (t) => {
  const text = `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a: { post: { operationId: post, responses: { '204': { description: Done. } },
    requestBody: { required: true, content: { application/json: { schema: ${OBJECT} } } } } }
`
  const seen: unknown[] = []
  const handlers = {
    post: ({ body }: { body: unknown }) => {
      seen.push(body)
      return { status: 204 }
    },
  }
  const app = await serveContract(t, await contractOf(t, text), { handlers })
  const rest = { ab: 1, ac: 1, b: 1, c: 1, ax: 1 }
  const rows: [sent: object, ...int64s: string[]][] = [
    [{ k: '', ...rest }, 'b', 'c'],
    [{ l: '', ...rest }, 'ac', 'c'],
    [{ k: '', l: '', ...rest }, 'c'],
    [{ m: '', ...rest }, 'ab', 'ac', 'b', 'c'],
  ]
  for (const [payload, ...int64s] of rows) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/a', payload })
    t.equal(statusCode, 204)
    const want = Object.entries(payload).map(([name, value]) => [
      name,
      int64s.includes(name) ? BigInt(value) : value,
    ])
    t.strictSame(seen.pop(), Object.fromEntries(want))
  }
})
