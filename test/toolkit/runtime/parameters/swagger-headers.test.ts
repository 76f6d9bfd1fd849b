import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const lists = (format: string, inner: string, items: object) => ({
  type: 'array',
  collectionFormat: format,
  items: { type: 'array', collectionFormat: inner, items },
})
const INT = { type: 'integer' }
const json = (value: object) => JSON.stringify({ info: { title: 'T', version: '1' }, ...value })

const contract = await contractOf(
  t,
  json({
    swagger: '2.0',
    paths: {
      '/lists': {
        post: {
          operationId: 'lists',
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [
            { name: 'q', in: 'query', ...lists('csv', 'pipes', INT) },
            { name: 'm', in: 'query', ...lists('multi', 'ssv', INT) },
            { name: 'x-h', in: 'header', ...lists('pipes', 'ssv', INT) },
            { name: 'f', in: 'formData', ...lists('csv', 'tsv', { type: 'string' }) },
          ],
          responses: { 204: { description: 'Done.' } },
        },
      },
      '/credentials': {
        get: {
          operationId: 'credentials',
          parameters: [
            { name: 'Authorization', in: 'header', type: 'string', required: true },
            { name: 'Accept', in: 'header', type: 'string', enum: ['text/x'] },
            { name: 'Content-Type', in: 'header', type: 'string', maxLength: 6 },
          ],
          responses: { 204: { description: 'Done.' } },
        },
      },
      '/headers': {
        get: {
          operationId: 'headers',
          responses: {
            204: {
              description: 'Done.',
              headers: {
                'X-Csv': { type: 'array', items: INT },
                'X-Pipes': { type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
                'X-Lists': lists('ssv', 'pipes', INT),
              },
            },
          },
        },
      },
    },
  }),
)

const seen: Record<string, unknown>[] = []
const see = ({ query, headers, body }: Record<string, unknown>) => {
  seen.push({ ...(query !== undefined && { query }), headers, ...(body !== undefined && { body }) })
  return { status: 204 }
}
let sent: object = {}
const app = await serveContract(t, contract, {
  handlers: { lists: see, credentials: see, headers: () => ({ status: 204, headers: sent }) },
})

t.test('lists in lists of Swagger 2.0 have delimiters of their own', async (t) => {
  const response = await app.inject({
    method: 'POST',
    url: '/lists?q=1|2,3%7C4&m=1%202&m=3+4',
    headers: { 'x-h': '1 2|3', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'f=a%09b,c',
  })
  t.equal(response.statusCode, 204, response.body)
  const two = [
    [1, 2],
    [3, 4],
  ]
  t.strictSame(seen.pop(), {
    query: { q: two, m: two },
    headers: { 'x-h': [[1, 2], [3]] },
    body: { f: [['a', 'b'], ['c']] },
  })
})

t.test('Authorization, Accept and Content-Type are parameters in Swagger 2.0', async (t) => {
  const get = (headers: Record<string, string>) => app.inject({ url: '/credentials', headers })
  const headers = { authorization: 'a', accept: 'text/x', 'content-type': 'text/y' }
  t.equal((await get(headers)).statusCode, 204)
  t.strictSame(seen.pop(), { headers })
  t.match((await get({})).json().message, /header\.authorization is required/)
  t.match((await get({ ...headers, accept: 'a/b' })).json().message, /header\.accept must be equal/)
  t.match((await get({ ...headers, 'content-type': 'text/long' })).json().message, /content-type/)
})

t.test('lists in response headers of Swagger 2.0 are written with their delimiters', async (t) => {
  sent = { 'X-Csv': [1, 2], 'X-Pipes': ['a,b', 'c'], 'X-Lists': [[1, 2], [3]] }
  const { headers } = await app.inject('/headers')
  t.equal(headers['x-csv'], '1,2')
  t.equal(headers['x-pipes'], 'a,b|c')
  t.equal(headers['x-lists'], '1|2 3')
  for (const wrong of [{ 'X-Pipes': ['a|b'] }, { 'X-Csv': ['1'] }]) {
    sent = wrong
    t.equal((await app.inject('/headers')).statusCode, 500)
  }
})

t.test('a response header with a text is written as it is, one with JSON as JSON', async (t) => {
  const text = { schema: { type: 'string', minLength: 2 } }
  const header = (mediaType: string) => ({ content: { [mediaType]: text } })
  const newer = await contractOf(
    t,
    json({
      openapi: '3.1.0',
      paths: {
        '/': {
          get: {
            operationId: 'get',
            responses: {
              204: {
                description: 'Done.',
                headers: {
                  ETag: { $ref: '#/components/headers/Tag' },
                  'X-Json': header('application/problem+json'),
                },
              },
            },
          },
        },
      },
      components: { headers: { Tag: header('text/plain; charset=utf-8') } },
    }),
  )
  let tag = 'abc'
  const get = () => ({ status: 204, headers: { ETag: tag, 'X-Json': 'abc' } })
  const app = await serveContract(t, newer, { handlers: { get } })
  const { headers } = await app.inject('/')
  t.equal(headers.etag, 'abc')
  t.equal(headers['x-json'], '"abc"')
  tag = 'a'
  t.equal((await app.inject('/')).statusCode, 500)
})
