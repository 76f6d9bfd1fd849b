import t from 'tap'
import { contractIn, keeping, PARTS, partsOf } from '../keeping.js'
import { checkResults, resultsIn } from '../response/results.js'
import { FORM } from './table.js'

const list = (format: string, items = '{ type: integer }') =>
  `{ type: array, collectionFormat: ${format}, items: ${items} }`
const parameter = (place: string, name: string, schema: string, more = '') =>
  `{ in: ${place}, name: ${name}, required: ${place === 'path'}, ${schema.slice(1, -1)}${more} }`
/** The values of `collectionFormat` (2.0, Parameter Object), each place's own. */
const FORMATS = ['csv', 'ssv', 'tsv', 'pipes']
const collections = ['path', 'query', 'header'].flatMap((place) =>
  FORMATS.map((format) => parameter(place, format, list(format))),
)
const contract = await contractIn(`
swagger: '2.0'
GET /{csv}/{ssv}/{tsv}/{pipes}: { parameters: [${collections}, ${parameter('query', 'multi', list('multi'))}] }
POST /form:
  consumes: [${FORM}, multipart/form-data]
  parameters:
    - { name: name, in: formData, type: string, required: true, default: x }
    - { name: big, in: formData, type: integer, format: int64, default: 4 }
    - ${parameter('formData', 'sizes', list('pipes'), ', default: [1]')}
    - { name: wrong, in: formData, type: integer, default: '4' }
POST /lists:
  consumes: [${FORM}]
  parameters:
    - ${parameter('query', 'q', list('csv', list('pipes')))}
    - ${parameter('query', 'm', list('multi', list('ssv')))}
    - ${parameter('header', 'x-h', list('pipes', list('ssv')))}
    - ${parameter('formData', 'f', list('csv', list('tsv', '{ type: string }')))}
GET /credentials:
  parameters:
    - { name: Authorization, in: header, type: string, required: true }
    - { name: Accept, in: header, type: string, enum: [text/x] }
    - { name: Content-Type, in: header, type: string, maxLength: 6 }
GET /headers: { responses: { 204: { description: d, headers: {
  X-Csv: { type: array, items: { type: integer } },
  X-Pipes: ${list('pipes', '{ type: string }')},
  X-Lists: ${list('ssv', list('pipes'))} } } } }`)
const { post, kept, talk } = await keeping(t, contract)

const ALL = '{csv: [1, 2], ssv: [1, 2], tsv: [1, 2], pipes: [1, 2]'

t.test('collections of Swagger 2.0', (t) =>
  talk(t)(`
  GET /1,2/1%202/1%092/1%7C2?csv=1,2&ssv=1%202&tsv=1%092&pipes=1|2&multi=1&multi=2 (csv: 1, 2; ssv: 1 2; tsv: 1\t2; pipes: 1|2) -> 204 of {params: ${ALL}}, query: ${ALL}, multi: [1, 2]}, headers: ${ALL}}}
  POST /lists?q=1|2,3%7C4&m=1%202&m=3+4 (x-h: 1 2|3; content-type: ${FORM}) f=a%09b,c -> 204 of {query: {q: [[1, 2], [3, 4]], m: [[1, 2], [3, 4]]}, headers: {x-h: [[1, 2], [3]]}, body: {f: [[a, b], [c]]}}
`),
)

t.test('fields of forms of Swagger 2.0 have their defaults', async (t) => {
  await talk(t, { part: 'body', to: `POST /form (content-type: ${FORM}) ` })(`
  name=a -> 204 of {name: a, big: 4n, sizes: [1]}
  name=a&big=5&sizes=2|3 -> 204 of {name: a, big: 5n, sizes: [2, 3]}
  big=1 -> 40002`)
  t.equal((await post('/form', partsOf(['name', 'a']), PARTS)).statusCode, 204)
  t.same(kept.pop()?.body, { name: 'a', big: 4n, sizes: [1] })
})

t.test('Authorization, Accept and Content-Type are parameters in Swagger 2.0', (t) =>
  talk(t)(`
  GET /credentials (authorization: a; accept: text/x; content-type: text/y) -> 204 of {headers: {authorization: a, accept: text/x, content-type: text/y}}
  GET /credentials -> 40002 header.authorization is required
  GET /credentials (authorization: a; accept: a/b) -> 40002 header.accept must be equal
  GET /credentials (authorization: a; accept: text/x; content-type: text/long) -> 40002 content-type
`),
)

t.test('lists in response headers of Swagger 2.0 are written with their delimiters', (t) =>
  checkResults(
    t,
    contract,
  )(`
  {status: 204, headers: {X-Csv: [1, 2], X-Pipes: ['a,b', c], X-Lists: [[1, 2], [3]]}} | GET /headers -> 204 (x-csv: 1,2; x-pipes: a,b|c; x-lists: 1|2 3)
  {status: 204, headers: {X-Pipes: [a|b]}} | GET /headers -> 50000 | returned
  {status: 204, headers: {X-Csv: ['1']}} | GET /headers -> 50000 | headers/X-Csv/0 must be integer
`),
)

t.test('a response header with a text is written as it is, one with JSON as JSON', async (t) => {
  const header = (type: string) =>
    `{ content: { ${type}: { schema: { type: string, minLength: 2 } } } }`
  const newer = await contractIn(`
GET /: { responses: { 204: { description: d, headers: { ETag: { $ref: '#/components/headers/Tag' }, X-Json: ${header('application/problem+json')} } } } }
components: { headers: { Tag: ${header('text/plain; charset=utf-8')} } }`)
  const rows = resultsIn(`
  {status: 204, headers: {ETag: abc, X-Json: abc}} | GET / -> 204 (etag: abc; x-json: "abc")
  {status: 204, headers: {ETag: a, X-Json: abc}} | GET / -> 50000 | headers/ETag must NOT have fewer than 2
`)
  await checkResults(t, newer)(rows)
})
