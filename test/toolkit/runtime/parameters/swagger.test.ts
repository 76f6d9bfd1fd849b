import t from 'tap'
import { documentOf, keeping, PARTS, partsOf } from '../keeping.js'
import { FORM } from './table.js'

/** The values of `collectionFormat` (2.0, Parameter Object), each place's own. */
const FORMATS = ['csv', 'ssv', 'tsv', 'pipes']
const INT = { type: 'integer' }
const list = (collectionFormat: string, items: object) => ({
  ...{ type: 'array', collectionFormat, items },
})
const lists = (format: string, inner: string, items: object) => list(format, list(inner, items))
const parameter = (place: string, format: string) => ({
  ...{ name: format, in: place, required: place === 'path', ...list(format, INT) },
})
const answer204 = (headers: object) => ({ responses: { 204: { description: 'd', headers } } })

const document = documentOf(
  {
    [`get /${FORMATS.map((format) => `{${format}}`).join('/')}`]: {
      operationId: 'get',
      parameters: [
        ...['path', 'query', 'header'].flatMap((place) =>
          FORMATS.map((format) => parameter(place, format)),
        ),
        parameter('query', 'multi'),
      ],
    },
    'post form': {
      consumes: [FORM, 'multipart/form-data'],
      parameters: [
        { name: 'name', in: 'formData', type: 'string', required: true, default: 'x' },
        { name: 'big', in: 'formData', type: 'integer', format: 'int64', default: 4 },
        { name: 'sizes', in: 'formData', ...list('pipes', INT), default: [1] },
        { name: 'wrong', in: 'formData', type: 'integer', default: '4' },
      ],
    },
    'post lists': {
      consumes: [FORM],
      parameters: [
        { name: 'q', in: 'query', ...lists('csv', 'pipes', INT) },
        { name: 'm', in: 'query', ...lists('multi', 'ssv', INT) },
        { name: 'x-h', in: 'header', ...lists('pipes', 'ssv', INT) },
        { name: 'f', in: 'formData', ...lists('csv', 'tsv', { type: 'string' }) },
      ],
    },
    'get credentials': {
      parameters: [
        { name: 'Authorization', in: 'header', type: 'string', required: true },
        { name: 'Accept', in: 'header', type: 'string', enum: ['text/x'] },
        { name: 'Content-Type', in: 'header', type: 'string', maxLength: 6 },
      ],
    },
    'get headers': answer204({
      'X-Csv': { type: 'array', items: INT },
      'X-Pipes': list('pipes', { type: 'string' }),
      'X-Lists': lists('ssv', 'pipes', INT),
    }),
  },
  { swagger: '2.0' },
)

let sent: object = {}
const { app, kept, post } = await keeping(t, document, {
  answer: () => ({ status: 204, headers: sent as never }),
})

t.test('collections of Swagger 2.0', async (t) => {
  const response = await app.inject({
    url: '/1,2/1%202/1%092/1%7C2?csv=1,2&ssv=1%202&tsv=1%092&pipes=1|2&multi=1&multi=2',
    headers: { csv: '1, 2', ssv: '1 2', tsv: '1\t2', pipes: '1|2' },
  })
  t.equal(response.statusCode, 204, response.body)
  const all = Object.fromEntries(FORMATS.map((format) => [format, [1, 2]]))
  t.strictSame(kept.pop(), { params: all, query: { ...all, multi: [1, 2] }, headers: all })
})

t.test('fields of forms of Swagger 2.0 have their defaults', async (t) => {
  t.equal((await post('/form', 'name=a', FORM)).statusCode, 204)
  t.equal((await post('/form', 'name=a&big=5&sizes=2|3', FORM)).statusCode, 204)
  t.equal((await post('/form', partsOf(['name', 'a']), PARTS)).statusCode, 204)
  t.same(
    kept.splice(0).map(({ body }) => body),
    [
      { name: 'a', big: 4n, sizes: [1] },
      { name: 'a', big: 5n, sizes: [2, 3] },
      { name: 'a', big: 4n, sizes: [1] },
    ],
  )
  const refused = await post('/form', 'big=1', FORM)
  t.equal(refused.statusCode, 400, 'the default of a required one is not used')
})

t.test('lists in lists of Swagger 2.0 have delimiters of their own', async (t) => {
  const response = await app.inject({
    method: 'POST',
    url: '/lists?q=1|2,3%7C4&m=1%202&m=3+4',
    headers: { 'x-h': '1 2|3', 'content-type': FORM },
    payload: 'f=a%09b,c',
  })
  t.equal(response.statusCode, 204, response.body)
  const two = [
    [1, 2],
    [3, 4],
  ]
  t.match(kept.pop(), {
    query: { q: two, m: two },
    headers: { 'x-h': [[1, 2], [3]] },
    body: { f: [['a', 'b'], ['c']] },
  })
})

t.test('Authorization, Accept and Content-Type are parameters in Swagger 2.0', async (t) => {
  const get = (headers: Record<string, string>) => app.inject({ url: '/credentials', headers })
  const headers = { authorization: 'a', accept: 'text/x', 'content-type': 'text/y' }
  t.equal((await get(headers)).statusCode, 204)
  t.strictSame(kept.pop(), { headers })
  t.match((await get({})).json().message, /header\.authorization is required/)
  t.match((await get({ ...headers, accept: 'a/b' })).json().message, /header\.accept must be equal/)
  t.match((await get({ ...headers, 'content-type': 'text/long' })).json().message, /content-type/)
})

t.test('lists in response headers of Swagger 2.0 are written with their delimiters', async (t) => {
  sent = { 'X-Csv': [1, 2], 'X-Pipes': ['a,b', 'c'], 'X-Lists': [[1, 2], [3]] }
  const { headers } = await app.inject('/headers')
  t.match(headers, { 'x-csv': '1,2', 'x-pipes': 'a,b|c', 'x-lists': '1|2 3' })
  for (sent of [{ 'X-Pipes': ['a|b'] }, { 'X-Csv': ['1'] }]) {
    t.equal((await app.inject('/headers')).statusCode, 500)
  }
})

t.test('a response header with a text is written as it is, one with JSON as JSON', async (t) => {
  const header = (mediaType: string) => ({
    content: { [mediaType]: { schema: { type: 'string', minLength: 2 } } },
  })
  const ETag = { $ref: '#/components/headers/Tag' }
  const newer = documentOf(
    {
      'get /': {
        operationId: 'get',
        ...answer204({ ETag, 'X-Json': header('application/problem+json') }),
      },
    },
    { components: { headers: { Tag: header('text/plain; charset=utf-8') } } },
  )
  let tag = 'abc'
  const answer = () => ({ status: 204, headers: { ETag: tag, 'X-Json': 'abc' } })
  const { app } = await keeping(t, newer, { answer })
  t.match((await app.inject('/')).headers, { etag: 'abc', 'x-json': '"abc"' })
  tag = 'a'
  t.equal((await app.inject('/')).statusCode, 500)
})
