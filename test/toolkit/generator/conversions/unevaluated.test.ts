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

const DAY = '{ type: string, format: date }'
const LIST = `{ unevaluatedItems: ${DAY}, contains: { type: string, maxLength: 3 } }`
const DAYS = `{ type: object, unevaluatedProperties: ${DAY}, anyOf: ${parts}, properties: { list: ${LIST} } }`

t.test('a typed format of what is not evaluated goes both ways', async (t) => {
  const body = `{ content: { application/json: { schema: ${DAYS.replaceAll('number', 'string')} } } }`
  const text = `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a: { post: { operationId: post, requestBody: ${body}, responses: { '200': ${body.replace('{', '{ description: The same.,')} } } }
`
  const seen: unknown[] = []
  const handlers = {
    post: ({ body }: { body: unknown }) => {
      seen.push(body)
      return { status: 200, body }
    },
  }
  const contract = await contractOf(t, text, { formats: { date: 'Date' } })
  const app = await serveContract(t, contract, { handlers })
  const day = '2020-01-02'
  const payload = { k: '', ab: day, b: day, list: ['abc', day] }
  const { statusCode, body: answer } = await app.inject({ method: 'POST', url: '/a', payload })
  t.equal(statusCode, 200)
  t.same(JSON.parse(answer), payload)
  t.strictSame(seen, [{ k: '', ab: day, b: new Date(day), list: ['abc', new Date(day)] }])
})
