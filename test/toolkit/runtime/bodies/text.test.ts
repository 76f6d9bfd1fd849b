import { PassThrough, Readable } from 'node:stream'
import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { keeping } from '../keeping.js'
import { checkBodies } from './table.js'

const POST = 'text/plain, text/*'
const contract = await contractOf(t, await fixture('streams.yaml'))
const served = await keeping(t, contract, { answer: () => ({ status: 200, body: '' }) })
const { app } = served

t.test('texts, and the media type that a handler is told', async (t) => {
  await checkBodies(
    t,
    served,
  )(`
  POST /text | text/plain | é💚 | é💚 | text/plain
  POST /text | Text/Plain; Charset="UTF-8" | é | é | text/plain
  POST /text | text/plain;charset=us-ascii | e | e | text/plain
  POST /text | text/plain;charset=utf8 | "\\ufeffa\\r\\n" | "\\ufeffa\\r\\n" | text/plain
  POST /text | text/csv | a,b,c,d | a,b,c,d | text/csv
  POST /text | text/plain | '' | '' | text/plain
  PUT /text | text/plain | longer than five | longer than five | -
  PUT /text | text/plain | '' | undefined | -
  PUT /text | text/plain | - | undefined | -
  PUT /text | text/html | '' | undefined | -
  PUT /text | - | - | undefined | -
  POST /text | text/plain;charset=us-ascii | é | 40005 the text is not valid ASCII.
  POST /text | text/plain | abcdef | 40002 body must NOT have more than 5 characters
  POST /text | text/plain;charset=iso-8859-1 | e | 41500
  POST /text | text/plain;charset=constructor | e | 41500
  POST /text | - | - | 40003
  POST /text | - | text | 41500
  POST /text | application/json | '""' | 41500
  PUT /text | text/html | a | 41500
`)
  refused(t, await served.post('/text', Buffer.from([0xe9]), 'text/plain'), {
    error: errors.malformedContent.error,
    message: /: the text is not valid UTF-8\.$/,
  })
})

t.test('415 says what to send instead', (t) =>
  checkTalk(
    t,
    app,
  )(`
  POST /text (content-type: image/png) a || POST /text (content-type: text) a -> 41500 (accept: ${POST}; accept-post: ${POST}; accept-encoding: -) : use text/plain or text/*.
  PUT /text (content-type: image/png) a -> 41500 (accept: text/plain; accept-post: -; accept-encoding: -) : use text/plain.
  POST /text (content-type: text/plain; content-encoding: gzip) a -> 41500 (accept-encoding: identity; accept: -; accept-post: -) not supported here.
`),
)

t.test('the identity encoding is accepted', async (t) => {
  for (const encoding of ['identity', ' Identity ', ''])
    await checkTalk(
      t,
      app,
    )(`POST /text (content-type: text/plain; content-encoding: ${encoding}) a -> 200`)
})

t.test('a hook of the host may decode the body', async (t) => {
  const { app, talk } = await keeping(t, contract, { answer: () => ({ status: 200, body: '' }) })
  app.addHook('preParsing', async () => Readable.from(['de', 'cod']))
  const headers = '(content-type: text/plain; content-encoding: odd)'
  await talk(t, { part: 'body' })(`POST /text ${headers} x -> 200 of decod`)
})

t.test('a stream of the host may fail at once', async (t) => {
  const { app } = await keeping(t, contract)
  app.addHook('preParsing', (_request, _reply, _payload, done) => {
    done(null, new PassThrough().destroy(new Error('it cannot be decoded')))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'text/plain' }
  // The first request also loads the operation.
  for (const order of ['first', 'second']) {
    const response = await fetch(`${url}/text`, { method: 'POST', headers, body: 'x' })
    t.equal(response.status, 500, order)
  }
})
