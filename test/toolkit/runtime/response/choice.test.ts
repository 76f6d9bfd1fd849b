import t from 'tap'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'
import { answered } from '../keeping.js'

const contract = await contractOf(t, await fixture('streams.yaml'))
const NOTE = { text: 'a' }
const PNG = Buffer.from([0x89, 0x50])

type Sent = [
  result: { status: number; body?: unknown; contentType?: string },
  accept: string | null,
  type: string | null,
  body: string,
  vary?: string,
]

/** Results, what a client accepts, and what it gets. */
const sent: Sent[] = [
  ...rowsOf(`
  {status: 200, body: {text: a}} | null | application/json; charset=utf-8 | '{"text":"a"}' | Accept
  {status: 200, body: {text: a}} | application/hal+json | application/hal+json; charset=utf-8 | '{"text":"a"}' | Accept
  {status: 200, body: {text: a}} | '*/*;q=0.1, application/hal+json;q=0.2' | application/hal+json; charset=utf-8 | '{"text":"a"}' | Accept
  {status: 200, body: {text: a}} | text/csv | application/json; charset=utf-8 | '{"text":"a"}' | Accept
  {status: 200, body: {text: a}, contentType: application/hal+json} | application/json | application/hal+json; charset=utf-8 | '{"text":"a"}'
  {status: 200, body: x, contentType: application/vnd.other+json} | null | application/vnd.other+json; charset=utf-8 | '"x"'
  {status: 200, body: 'a,é', contentType: text/csv} | null | text/csv; charset=utf-8 | 'a,é'
  {status: 200, body: 'a,b', contentType: text/csv;header=absent} | null | text/csv;header=absent | 'a,b'
  {status: 201, body: {text: a}} | text/plain | application/json; charset=utf-8 | '{"text":"a"}'
  {status: 201, body: {text: a}, contentType: application/x+json} | null | application/x+json; charset=utf-8 | '{"text":"a"}'
  {status: 203, body: a} | null | text/plain; charset=utf-8 | a
  {status: 207, body: '<a/>', contentType: application/xml} | null | application/xml | '<a/>'
  {status: 207, body: a, contentType: application/x+json} | null | application/x+json; charset=utf-8 | '"a"'
  {status: 204} | null | null | ''
  {status: 205} | null | null | ''
`).map((row) => row.map(yamlOf) as unknown as Sent),
  [{ status: 200, body: PNG, contentType: 'image/png' }, null, 'image/png', String(PNG)],
  [{ status: 202, body: PNG, contentType: 'image/png' }, null, 'image/png', String(PNG)],
  [{ status: 207, body: PNG, contentType: 'image/png' }, null, 'image/png', String(PNG)],
  [{ status: 206, body: PNG }, null, 'application/octet-stream', String(PNG)],
]

const result = { value: {} as object, vary: '' }
const app = await serveContract(t, contract, { handlers: { choice: () => result.value } })
app.addHook('onRequest', async (_request, reply) => {
  if (result.vary !== '') reply.header('vary', result.vary)
})

for (const [value, accept, type, body, vary] of sent) {
  t.test(`${JSON.stringify(value)} for ${accept} is sent as ${type}`, async (t) => {
    result.value = value
    const headers = accept === null ? {} : { accept }
    const response = await app.inject({ url: '/choice', headers })
    t.equal(response.statusCode, value.status, response.body)
    t.equal(response.headers['content-type'] ?? null, type)
    t.equal(response.headers.vary, vary)
    t.equal(response.body, body)
  })
}

t.test('Vary of the host is kept', async (t) => {
  result.value = { status: 200, body: NOTE }
  result.vary = 'Origin'
  t.equal((await app.inject('/choice')).headers.vary, 'Origin, Accept')
  result.vary = ''
})

t.test('the parameters of documented media types are sent', async (t) => {
  const types: [contentType: string | undefined, body: unknown, type: string][] = [
    [undefined, [], 'application/json; v=1; charset=utf-8'],
    ['application/vnd.a+json', [], 'application/vnd.a+json; profile="a b"; charset=utf-8'],
    ['text/csv', 'a', 'text/csv; charset=utf-8'],
  ]
  const app = await serveContract(t, contract, { handlers: { parameters: () => result.value } })
  for (const [contentType, body, type] of types) {
    result.value = { status: 200, body, ...(contentType !== undefined && { contentType }) }
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: '/parameters', headers, payload: '1' })
    t.equal(response.headers['content-type'], type)
  }
})

const faults: [result: object, rule: RegExp][] = [
  [
    { status: 200, body: NOTE, contentType: 'text/html' },
    /text\/html is not in application\/json,/,
  ],
  [{ status: 200, body: NOTE, contentType: 'image/*' }, /contentType image\/\* is not in /],
  [{ status: 200, body: NOTE, contentType: 'json' }, /contentType json is not in /],
  [{ status: 202, body: PNG }, /no contentType, which has to be in image\/\*/],
  [{ status: 202, body: PNG, contentType: 'image/a;b="\r\n"' }, /cannot be sent/],
  [{ status: 203, body: 'c' }, /but body must be equal to one of/],
  [{ status: 203, body: 1 }, /but body is no text/],
  [{ status: 200, contentType: 'text/csv', body: 'a\ud800' }, /but body has a lone surrogate/],
  [{ status: 206, body: 'text' }, /but body is no bytes/],
  [{ status: 206, body: null }, /but body is no bytes/],
  [{ status: 205, body: {} }, /documents no body for status 205/],
]

for (const [value, rule] of faults) {
  t.test(`${JSON.stringify(value)} is the server's fault`, async (t) => {
    const { response, faults } = await answered(t, contract, '/choice', () => value)
    t.equal(response.statusCode, 500)
    t.match(faults, [{ err: { message: rule } }])
  })
}
