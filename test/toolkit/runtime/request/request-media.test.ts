import { clientErrorHandler } from 'fastify-contract'
import t from 'tap'
import { dial, listen } from '../../../helpers/wire.js'
import { contractIn, keeping } from '../keeping.js'

const NAMES = ['several', 'range', 'both', 'one']
const taking = (path: string, content: string) =>
  `POST /${path}: { requestBody: { content: { ${content} } } }\n`
const contract = await contractIn(
  [
    taking('several', 'text/plain: {}, text/csv: {}'),
    taking('range', 'text/*: {}'),
    taking('both', 'text/*: {}, text/csv: {}'),
    taking('one', 'text/plain: {}'),
    taking('', 'application/json: {}, text/plain: {}'),
  ].join(''),
)

t.test('a handler gets the media type if there are several', async (t) => {
  const { kept, post } = await keeping(t, contract)
  for (const name of NAMES) await post(`/${name}`, 'a', 'Text/Plain; charset=utf-8')
  const told = kept.map((request) => ('contentType' in request ? request.contentType : 'not told'))
  t.same(told, ['text/plain', 'text/plain', 'text/plain', 'not told'])
})

t.test('the media type of a request does not depend on other headers', async (t) => {
  const { app } = await keeping(t, contract, { server: { clientErrorHandler } })
  const port = await listen(app)
  const table: [headers: string[], status: number][] = [
    [['Content-Type: application/json'], 204],
    [['Content-Type: application/json', 'Content-Type: text/plain'], 400],
    [['Content-Type: text/plain', 'x: y', 'CONTENT-TYPE: text/plain'], 400],
    [['Content-Type: application/json', 'A: content-type', 'B: Content-Type'], 204],
    [['Content-Type: application'], 415],
  ]
  for (const [headers, status] of table) {
    const { ask, closed } = await dial(t, port)
    ask(`POST / (${['connection: close', ...headers].join('; ')}) 1`)
    t.match(await closed, new RegExp(`^HTTP/1\\.1 ${status} `), headers.join())
  }
})

t.test('a QUERY without a media type is told those that there are', async (t) => {
  const content = '{ application/json: {}, "application/b+json;version=2.1": {} }'
  const asked = await contractIn(`
openapi: 3.2.0
QUERY /asked: { requestBody: { content: ${content} } }`)
  const { talk } = await keeping(t, asked)
  await talk(t).lines(`
  QUERY /asked -> 41500 This media type is not supported here: use application/json or application/b+json; version=2.1.
  QUERY /asked (content-type: application/b+json;version=2.0) {} -> 41500 (accept: application/json, application/b+json; version=2.1)
  QUERY /asked {} -> 204`)
})
