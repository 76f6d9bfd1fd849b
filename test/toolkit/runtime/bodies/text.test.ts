import { PassThrough, Readable } from 'node:stream'
import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractAt, keeping } from '../keeping.js'

const POST = 'text/plain, text/*'
const contract = await contractAt('streams.yaml')
const served = await keeping(t, contract, { answer: () => ({ status: 200, body: '' }) })
const { app } = served

t.test('texts, and the media type that a handler is told', async (t) => {
  await served.talk(t).lines(`
  POST /text (content-type: text/plain) é💚 -> 200 of {body: é💚, contentType: text/plain}
  POST /text (content-type: Text/Plain; Charset="UTF-8") é -> 200 of {body: é, contentType: text/plain}
  POST /text (content-type: text/plain;charset=us-ascii) e -> 200 of {body: e, contentType: text/plain}
  POST /text (content-type: text/plain;charset=utf8) \ufeffa¶ -> 200 of {body: "\\ufeffa\\n", contentType: text/plain}
  POST /text (content-type: text/csv) a,b,c,d -> 200 of {body: 'a,b,c,d', contentType: text/csv}
  POST /text (content-type: text/plain) '' -> 200 of {body: '', contentType: text/plain}
  PUT /text (content-type: text/plain) longer than five -> 200 of {body: longer than five}
  PUT /text (content-type: text/plain) '' -> 200 of {body: undefined}
  PUT /text (content-type: text/plain) -> 200 of {body: undefined}
  PUT /text (content-type: text/html) '' -> 200 of {body: undefined}
  PUT /text -> 200 of {body: undefined}
  POST /text (content-type: text/plain;charset=us-ascii) é -> 40005 the text is not valid ASCII.
  POST /text (content-type: text/plain) abcdef -> 40002 body must NOT have more than 5 characters
  POST /text (content-type: text/plain;charset=iso-8859-1) e -> 41500 the text has to be UTF-8, not of another charset.
  POST /text (content-type: text/plain;charset=constructor) e -> 41500
  POST /text -> 40003
  POST /text (content-type: -) text -> 41500
  POST /text (content-type: application/json) "" -> 41500
  PUT /text (content-type: text/html) a -> 41500
`)
  refused(t, await served.post('/text', Buffer.from([0xe9]), 'text/plain'), {
    error: errors.malformedContent.error,
    message: /: the text is not valid UTF-8\.$/,
  })
})

t.test('415 says what to send instead; only the identity encoding is accepted', (t) =>
  checkTalk(t, app).lines(`
  POST /text (content-type: image/png) a || POST /text (content-type: text) a -> 41500 (accept: ${POST}; accept-post: ${POST}; accept-encoding: -) : use text/plain or text/*.
  PUT /text (content-type: image/png) a -> 41500 (accept: text/plain; accept-post: -; accept-encoding: -) : use text/plain.
  POST /text (content-type: text/plain; content-encoding: gzip) a -> 41500 (accept-encoding: identity; accept: -; accept-post: -) not supported here.
  POST /text (content-type: text/plain; content-encoding:  Identity ) a || POST /text (content-type: text/plain; content-encoding: ) a -> 200
`),
)

t.test('a hook of the host may decode the body', async (t) => {
  const { app, talk } = await keeping(t, contract, { answer: () => ({ status: 200, body: '' }) })
  app.addHook('preParsing', async () => Readable.from(['de', 'cod']))
  const headers = '(content-type: text/plain; content-encoding: odd)'
  await talk(t, { part: 'body' }).lines(`POST /text ${headers} x -> 200 of decod`)
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
