import t from 'tap'
import { negotiate } from '#toolkit/runtime/response/negotiation.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractAt } from '../keeping.js'
import { checkResults, type Row, resultsIn } from './results.js'

const contract = await contractAt('streams.yaml')
const NOTE = '{status: 200, body: {text: a}'
const JSON_TYPE = 'application/json; charset=utf-8'
const PNG = Buffer.from([0x89, 0x50])

t.test('a result has the media type that it names, or else that a client accepts', (t) =>
  checkResults(t, contract).rows([
    ...[200, 202, 207].map((status): Row => {
      return [
        { status, body: PNG, contentType: 'image/png' },
        `GET /choice -> ${status} (content-type: image/png) ${PNG}`,
      ]
    }),
    [
      { status: 206, body: PNG },
      `GET /choice -> 206 (content-type: application/octet-stream) ${PNG}`,
    ],
    ...resultsIn(`
  ${NOTE}} | GET /choice || GET /choice (accept: ) || GET /choice (accept: */*) || GET /choice (accept: */*;q=0) -> 200 (content-type: ${JSON_TYPE}; vary: Accept) {"text":"a"}
  ${NOTE}} | GET /choice (accept: application/hal+json;q=0.5, application/json;q=0.4) || GET /choice (accept: */*, application/json;q=0) || GET /choice (accept: , ,APPLICATION/HAL+JSON) -> 200 (content-type: application/hal+json; charset=utf-8)
  ${NOTE}} | GET /choice (accept: application/hal+json;q=0.5, */*;q=0.5) || GET /choice (accept: application/hal+json; charset=latin1, */*;q=0.1) -> 200 (content-type: ${JSON_TYPE})
  ${NOTE}} | GET /choice (accept: application/hal+json;a=b, application/json;q=0.1) || GET /choice (accept: not a range, application/json) -> 200 (content-type: ${JSON_TYPE})
  ${NOTE}} | GET /choice (accept: application/hal+json) -> 200 (content-type: application/hal+json; charset=utf-8; vary: Accept) {"text":"a"}
  ${NOTE}} | GET /choice (accept: */*;q=0.1, application/hal+json;q=0.2) -> 200 (content-type: application/hal+json; charset=utf-8; vary: Accept)
  ${NOTE}} | GET /choice (accept: text/csv) -> 200 (content-type: ${JSON_TYPE}; vary: Accept) {"text":"a"}
  ${NOTE}, contentType: application/hal+json} | GET /choice (accept: application/json) -> 200 (content-type: application/hal+json; charset=utf-8; vary: -)
  {status: 200, body: x, contentType: application/vnd.other+json} | GET /choice -> 200 (content-type: application/vnd.other+json; charset=utf-8) "x"
  {status: 200, body: 'a,é', contentType: text/csv} | GET /choice -> 200 (content-type: text/csv; charset=utf-8) a,é
  {status: 200, body: 'a,b', contentType: text/csv;header=absent} | GET /choice -> 200 (content-type: text/csv;header=absent) a,b
  {status: 201, body: {text: a}} | GET /choice (accept: text/plain) -> 201 (content-type: ${JSON_TYPE}; vary: -) {"text":"a"}
  {status: 201, body: {text: a}, contentType: application/x+json} | GET /choice -> 201 (content-type: application/x+json; charset=utf-8) {"text":"a"}
  {status: 203, body: a} | GET /choice -> 203 (content-type: text/plain; charset=utf-8) a
  {status: 207, body: '<a/>', contentType: application/xml} | GET /choice -> 207 (content-type: application/xml) <a/>
  {status: 207, body: a, contentType: application/x+json} | GET /choice -> 207 (content-type: application/x+json; charset=utf-8) "a"
  {status: 204} | GET /choice -> 204 (content-type: -) ''
  {status: 205} | GET /choice -> 205 (content-type: -) ''
`),
  ]),
)

t.test('a long and hostile list accepts nothing', async (t) => {
  for (const text of ['"\\', ',', '"', 'a/b;a="', 'a/b,'])
    t.equal(negotiate(text.repeat(20_000), ['application/json']), undefined, text)
})

t.test('Vary of the host is kept', async (t) => {
  const choice = () => ({ status: 200, body: { text: 'a' } })
  const app = await serveContract(t, contract, { handlers: { choice } })
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin'))
  await checkTalk(t, app).lines('GET /choice -> 200 (vary: Origin, Accept)')
})

t.test('the parameters of documented media types are sent', (t) =>
  checkResults(t, contract).rows(`
  {status: 200, body: []} | POST /parameters 1 -> 200 (content-type: application/json; v=1; charset=utf-8)
  {status: 200, body: [], contentType: application/vnd.a+json} | POST /parameters 1 -> 200 (content-type: application/vnd.a+json; profile="a b"; charset=utf-8)
  {status: 200, body: a, contentType: text/csv} | POST /parameters 1 -> 200 (content-type: text/csv; charset=utf-8)
`),
)

const ERROR = 'GET /choice -> 50000 |'

t.test("a media type that is not documented, or does not fit, is the server's fault", (t) =>
  checkResults(t, contract).rows([
    [
      { status: 202, body: PNG, contentType: 'image/a;b="\r\n"' },
      'GET /choice -> 50000',
      'cannot be sent',
    ],
    [
      { status: 200, contentType: 'text/csv', body: 'a\ud800' },
      'GET /choice -> 50000',
      'but body has a lone surrogate',
    ],
    ...resultsIn(`
  ${NOTE}, contentType: image/*} | ${ERROR} contentType image/* is not in
  ${NOTE}, contentType: json} | ${ERROR} contentType json is not in
  {status: 206, body: text} | ${ERROR} but body is no bytes
  {status: 206, body: null} | ${ERROR} but body is no bytes
  {status: 205, body: {}} | ${ERROR} documents no body for status 205
`),
  ]),
)
