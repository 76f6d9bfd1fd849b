import { errors, HttpRefusal, notImplemented } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { answered, contractAt } from '../keeping.js'
import { checkResults, resultsIn } from './results.js'

const contract = await contractAt('results.yaml')

const NUMBER = '(content-type: application/vnd.number+json; charset=utf-8)'
const ERROR = '-> 50000 |'
const SECRET = 'secret-of-the-server'
const UNSENDABLE = 'returned a header that cannot be sent'
const JSON_TYPE = '(content-type: application/json; charset=utf-8)'

t.test('a result is sent as JSON', (t) =>
  checkResults(t, contract).rows(`
  {status: 200, body: {name: fern, id: 9007199254740993n, parts: [{name: é"💚}]}} | GET /exact -> 200 ${JSON_TYPE} {"name":"fern","id":9007199254740993,"parts":[{"name":"é\\"💚"}]}
  {status: 200, body: {name: ''}} | GET /exact -> 200 (content-length: 11) {"name":""}
  {status: 200, body: {name: é}} | GET /exact -> 200 (content-length: 13)
  {status: 204} | GET /exact -> 204 (content-type: -; content-length: -) ''
  {status: 200, body: text} | GET /ranges -> 200 ${JSON_TYPE} "text"
  {status: 200, body: ''} | GET /ranges -> 200 ${JSON_TYPE} ""
  {status: 201, body: 1.5} | GET /ranges -> 201 ${NUMBER} 1.5
  {status: 299, body: 0} | GET /ranges -> 299 ${NUMBER} 0
  {status: 299, body: null} | GET /ranges -> 299 ${NUMBER} null
  {status: 404, body: true} | GET /ranges -> 404 ${JSON_TYPE} true
  {status: 503, body: false} | GET /ranges -> 503 ${JSON_TYPE} false
  {status: 200, body: null} | GET /anything -> 200 ${JSON_TYPE} null
  {status: 200, body: [1n, {a: 2n}]} | GET /anything -> 200 ${JSON_TYPE} [1,{"a":2}]
  {status: 200, body: {pipe: 1, buffer: 2}} | GET /anything -> 200 ${JSON_TYPE} {"pipe":1,"buffer":2}
`),
)

const NO_STATUS = 'exact returned no { status }'
const LONE = 'body is no JSON value: a text has a lone surrogate'

t.test("a result that breaks the contract is the server's fault", (t) =>
  checkResults(t, contract).rows([
    [undefined, 'GET /exact -> 50000', NO_STATUS],
    [{ status: Number.NaN }, 'GET /exact -> 50000', 'exact does not document status NaN'],
    [{ status: 200, body: () => SECRET }, 'GET /anything -> 50000', 'this is no JSON value'],
    [{ status: 200, body: { name: `${SECRET}\ud800` } }, 'GET /exact -> 50000', LONE],
    [{ status: 200, body: [{ '\udc00': SECRET }] }, 'GET /anything -> 50000', LONE],
    ...resultsIn(`
  null | GET /exact ${ERROR} ${NO_STATUS}
  ${SECRET} | GET /exact ${ERROR} ${NO_STATUS}
  {status: '200', body: {name: ${SECRET}}} | GET /exact ${ERROR} ${NO_STATUS}
  {status: 0} | GET /exact ${ERROR} exact does not document status 0
  {status: 200.5, body: 1} | GET /ranges ${ERROR} ranges does not document status 200.5
  {status: 101, body: true} | GET /ranges ${ERROR} does not document status 101
  {status: 600, body: true} | GET /ranges ${ERROR} does not document status 600
  {status: 200} | GET /anything ${ERROR} anything returned status 200, but no body
  {status: 200, body: {other: ${SECRET}}} | GET /exact ${ERROR} body must have required property 'name'.
  {status: 200, body: {name: ${SECRET}, id: 1152921504606846976}} | GET /exact ${ERROR} body/id must be int64 up to 2^53.
  {status: 200, body: {name: '', count: Infinity}} | GET /exact ${ERROR} body/count must be integer.
  {status: 204, body: ${SECRET}} | GET /exact ${ERROR} exact documents no body for status 204
  {status: 204, headers: {Location: "/\\r\\nset-cookie: a=b"}} | GET /headers ${ERROR} headers ${UNSENDABLE} (Location)
  {status: 204, headers: {a b: ${SECRET}}} | GET /headers ${ERROR} headers ${UNSENDABLE}
  {status: 204, headers: {Location: 💚}} | GET /headers ${ERROR} headers ${UNSENDABLE}
`),
  ]),
)

const unlike = (facts: object) => Object.assign(new Error(SECRET), facts)
const thrown: [name: string, rule: RegExp, value: unknown][] = [
  ['an error', /^exact threw TypeError: secret/, new TypeError(SECRET)],
  ['an error of another service', /^exact threw Error/, unlike({ statusCode: 404 })],
  [
    'an error of another validator',
    /^exact threw Error/,
    unlike({ validation: [{ message: '' }] }),
  ],
  ['a text', /^exact threw 'secret/, SECRET],
  ['nothing', /^exact threw undefined$/, undefined],
  ['null', /^exact threw null$/, null],
  ['an object', /^exact threw { status: 404 }$/, { status: 404 }],
  ['what is in one', /^exact threw { body: \[Object\] }$/, { body: { text: SECRET } }],
]

for (const [name, rule, value] of thrown) {
  t.test(`a handler that throws ${name} is the server's fault`, async (t) => {
    const fail = () => {
      throw value
    }
    for (const handler of [fail, async () => fail(), () => Promise.reject(value)]) {
      const { response, faults } = await answered(t, contract, '/exact', handler)
      refused(t, response, errors.internal)
      t.notMatch(response.body, SECRET)
      t.match(faults, [{ msg: 'request failed', err: { message: rule } }])
      t.equal(faults.length, 1)
    }
  })
}

t.test('a handler may throw a row of an error table', async (t) => {
  const headers = { 'retry-after': '1' }
  const { response } = await answered(t, contract, '/exact', () => {
    throw new HttpRefusal(errors.unavailable, { headers })
  })
  refused(t, response, errors.unavailable)
  t.equal(response.headers['retry-after'], '1')
})

t.test('members of Object.prototype are no handlers', async (t) => {
  class Inherited {
    status = 204
    exact() {
      return { status: this.status }
    }
  }
  const { app, lines } = await serveLogged(t, contract, { handlers: new Inherited() as never })
  const missing = ['ranges', 'anything', 'headers', 'constructor', 'toString']
  const found = (await app.inject('/exact')).statusCode
  t.equal(found, 204, 'methods of a class are handlers, and called as such')
  for (const name of missing) refused(t, await app.inject(`/${name}`), errors.notImplemented, name)
  t.match(lines, [
    { operations: missing, msg: 'operations without a handler, or not served yet, answer 501' },
  ])

  const own = Object.fromEntries(missing.map((name) => [name, () => ({ status: 204 })]))
  const other = await serveContract(t, contract, { handlers: own })
  for (const name of ['constructor', 'toString'])
    t.equal((await other.inject(`/${name}`)).statusCode, 204)
})

t.test('a handler that is not written yet is answered for by `missing`', async (t) => {
  const handlers = {
    exact: () => notImplemented('store'),
    ranges: async () => notImplemented(),
    headers: async () => {
      throw new HttpRefusal(errors.notFound)
    },
  }
  const missing = () => {
    throw new HttpRefusal(errors.tooManyRequests)
  }
  const plain = await serveContract(t, contract, { handlers })
  const app = await serveContract(t, contract, { handlers, missing })
  for (const name of ['exact', 'ranges']) {
    refused(t, await plain.inject(`/${name}`), errors.notImplemented, name)
    refused(t, await app.inject(`/${name}`), errors.tooManyRequests, name)
  }
  refused(t, await app.inject('/headers'), errors.notFound)
})
