import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('forms.yaml'))
const seen: { body: unknown }[] = []
const see = (request: { body: unknown }) => {
  seen.push(request)
  return { status: 200, body: {} }
}

const handlers = { form: see, closedForm: see, openForm: see }
const app = await serveContract(t, contract, { handlers })

type Method = 'POST' | 'PUT' | 'PATCH'
function send(method: Method, payload: string | undefined, more = '') {
  const headers = { 'content-type': `application/x-www-form-urlencoded${more}` }
  return app.inject({ method, url: '/form', headers, ...(payload !== undefined && { payload }) })
}

const accepted: [method: Method, form: string | undefined, body: unknown][] = [
  ['POST', '', {}],
  ['POST', 'text=a+b%26%C3%A9', { text: 'a b&é' }],
  ['POST', 'count=5&flag=true', { count: 5, flag: true }],
  ['POST', 'big=9007199254740993', { big: 9007199254740993n }],
  ['POST', 'tags=a', { tags: ['a'] }],
  ['POST', 'tags=a&tags=b,c', { tags: ['a', 'b,c'] }],
  ['POST', 'numbers=1&numbers=2', { numbers: [1, 2] }],
  ['POST', 'csv=1,2', { csv: [1, 2] }],
  ['POST', 'piped=a|b', { piped: ['a', 'b'] }],
  ['POST', 'object=%7B%22n%22:9007199254740993%7D', { object: { n: 9007199254740993n } }],
  ['POST', 'objects=%7B%22n%22:1%7D&objects=%7B%7D', { objects: [{ n: 1n }, {}] }],
  ['POST', 'left=1&right=2', { spread: { left: 1, right: 2 } }],
  ['POST', 'note=5', { note: 5 }],
  ['POST', 'note=%225%22', { note: '5' }],
  ['POST', 'either=5', { either: '5' }],
  ['POST', 'either=50', { either: 50 }],
  [
    'POST',
    'deep[a]=1&deep%5Bb%5D%5Bc%5D=true&deep[b][d]=1.5',
    { deep: { a: 1, b: { c: true, d: 1.5 } } },
  ],
  [
    'POST',
    'items[0][price]=p&items[0][quantity]=2&items[1][price]=5',
    { items: [{ price: 'p', quantity: 2 }, { price: '5' }] },
  ],
  ['POST', 'expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['POST', 'expand[1]=b&expand[0]=a', { expand: ['a', 'b'] }],
  ['POST', 'other=1&more=a&more=b', { other: '1', more: ['a', 'b'] }],
  ['PUT', '', undefined],
  ['PUT', undefined, undefined],
  ['PUT', 'a=1', { a: 1 }],
  ['PATCH', 'a=1&b=2', { a: 1, b: 2 }],
  ['PATCH', '', {}],
]

for (const [method, form, body] of accepted) {
  t.test(`${method} ${form}`, async (t) => {
    const response = await send(method, form)
    t.equal(response.statusCode, 200, response.body)
    t.strictSame(seen.pop()?.body, body)
  })
}

const { contractViolation, unsupportedMediaType, malformedContent } = errors
const failing: [method: Method, form: string, row: { error: number }, message?: string][] = [
  ['POST', 'text=', contractViolation, ': body/text must NOT have fewer than 1 characters.'],
  [
    'POST',
    'count=1.5&flag=yes',
    contractViolation,
    ': body/count must be integer; body/flag must be boolean.',
  ],
  [
    'POST',
    'count=1&count=2',
    contractViolation,
    ': body/count must be given once: it is one value, and no list.',
  ],
  ['POST', 'big=9223372036854775808', contractViolation, ': body/big must be int64.'],
  ['POST', 'object=%7B', contractViolation, ': body/object must be JSON: '],
  ['POST', 'object=%7B%7D', contractViolation, ": body/object must have required property 'n'."],
  ['POST', 'text=%C3', contractViolation, ': body/text must be percent-encoded UTF-8.'],
  ['POST', '%C3=a', contractViolation, ': body must be percent-encoded UTF-8.'],
  ['POST', 'deep[a]=x', contractViolation, ': body/deep/a must be integer.'],
  ['PUT', 'a=1&b=2', contractViolation, ': body/b is not allowed.'],
  ['PATCH', 'a=x', contractViolation, ': body/a must be integer.'],
  [
    'POST',
    'a&'.repeat(10_001),
    contractViolation,
    ': body must not have more than 10000 parameters.',
  ],
]

for (const [method, form, row, message] of failing) {
  t.test(`${method} ${form.slice(0, 40)} is refused`, async (t) => {
    refused(t, await send(method, form), { error: row.error, ...(message && { message }) })
    t.same(seen, [])
  })
}

t.test('a form is UTF-8', async (t) => {
  refused(t, await send('POST', 'text=a', ';charset=latin1'), unsupportedMediaType)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = Buffer.from([0x61, 0x3d, 0xff])
  refused(t, await app.inject({ method: 'POST', url: '/form', headers, payload }), malformedContent)
})

t.test('int64s of fields are exact in any subschema', async (t) => {
  const contract = await contractOf(
    t,
    `
openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /: { post: { operationId: form,
    requestBody: { content: { application/x-www-form-urlencoded: { schema: {
      allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] } } } },
    responses: { '204': { description: Done. } } } }
components:
  schemas:
    One: { type: object, properties: { a: { type: object, properties: { n: { type: integer, format: int64 } } } } }
    Two: { type: object, properties: { b: { type: object, properties: { n: { type: integer } } } } }
`,
  )
  let body: unknown
  const app = await serveContract(t, contract, {
    handlers: {
      form(request: { body: unknown }) {
        body = request.body
        return { status: 204 }
      },
    },
  })
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'a={"n":9007199254740993}&b={"n":5}',
  })
  t.equal(response.statusCode, 204, response.body)
  t.same(body, { a: { n: 9007199254740993n }, b: { n: 5 } })
})
