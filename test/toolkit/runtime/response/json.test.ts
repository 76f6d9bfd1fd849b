import { errors, HttpRefusal, notImplemented, type OperationResult } from 'fastify-contract'
import t from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'
import { answered } from '../keeping.js'

const contract = await contractOf(t, await fixture('results.yaml'))

const PLANT = {
  name: 'fern',
  id: 2n ** 53n + 1n,
  parts: [{ name: 'é"💚', id: undefined }],
}
const PLANT_TEXT = '{"name":"fern","id":9007199254740993,"parts":[{"name":"é\\"💚"}]}'
const JSON_TYPE = 'application/json; charset=utf-8'
const NUMBER = 'application/vnd.number+json; charset=utf-8'

const sent: [operation: string, result: OperationResult, type: string | undefined, body: string][] =
  [
    ['exact', { status: 200, body: PLANT }, JSON_TYPE, PLANT_TEXT],
    ['exact', { status: 200, body: { name: '' } }, JSON_TYPE, '{"name":""}'],
    ['exact', { status: 204 }, undefined, ''],
    ['ranges', { status: 200, body: 'text' }, JSON_TYPE, '"text"'],
    ['ranges', { status: 200, body: '' }, JSON_TYPE, '""'],
    ['ranges', { status: 201, body: 1.5 }, NUMBER, '1.5'],
    ['ranges', { status: 299, body: 0 }, NUMBER, '0'],
    ['ranges', { status: 299, body: null }, NUMBER, 'null'],
    ['ranges', { status: 404, body: true }, JSON_TYPE, 'true'],
    ['ranges', { status: 503, body: false }, JSON_TYPE, 'false'],
    ['anything', { status: 200, body: null }, JSON_TYPE, 'null'],
    ['anything', { status: 200, body: [1n, { a: 2n }] }, JSON_TYPE, '[1,{"a":2}]'],
    ['anything', { status: 200, body: { pipe: 1, buffer: 2 } }, JSON_TYPE, '{"pipe":1,"buffer":2}'],
  ]

for (const [operation, result, type, body] of sent) {
  t.test(`${operation} sends ${result.status} ${body}`, async (t) => {
    for (const handler of [() => result, async () => result]) {
      const { response } = await answered(t, contract, `/${operation}`, handler)
      t.equal(response.statusCode, result.status)
      t.equal(response.headers['content-type'], type)
      t.equal(response.body, body)
      const length = body === '' ? undefined : `${Buffer.byteLength(body)}`
      t.equal(response.headers['content-length'], length)
    }
  })
}

const SECRET = 'secret-of-the-server'
const UNSENDABLE = 'returned a header that cannot be sent'
const LONE = 'body is no JSON value: a text has a lone surrogate'
const faults: [operation: string, result: unknown, rule: string][] = [
  ['exact', undefined, 'returned no { status }'],
  ['exact', null, 'returned no { status }'],
  ['exact', SECRET, 'returned no { status }'],
  ['exact', { status: '200', body: { name: SECRET } }, 'returned no { status }'],
  ['exact', { status: 0 }, 'does not document status 0'],
  ['exact', { status: Number.NaN }, 'does not document status NaN'],
  ['ranges', { status: 200.5, body: 1 }, 'does not document status 200.5'],
  ['ranges', { status: 101, body: true }, 'does not document status 101'],
  ['ranges', { status: 600, body: true }, 'does not document status 600'],
  ['anything', { status: 200 }, 'returned status 200, but no body'],
  ['exact', { status: 200, body: { other: SECRET } }, "body must have required property 'name'."],
  [
    'exact',
    { status: 200, body: { name: SECRET, id: 2 ** 60 } },
    'body/id must be int64 up to 2^53.',
  ],
  ['exact', { status: 200, body: { name: '', count: Infinity } }, 'body/count must be integer.'],
  ['exact', { status: 204, body: SECRET }, 'documents no body for status 204'],
  ['headers', { status: 204, headers: { Location: `/${SECRET}\r\nset-cookie: a=b` } }, UNSENDABLE],
  ['headers', { status: 204, headers: { 'a b': SECRET } }, UNSENDABLE],
  ['headers', { status: 204, headers: { Location: '💚' } }, UNSENDABLE],
  ['anything', { status: 200, body: () => SECRET }, 'body is no JSON value: this is no JSON value'],
  ['exact', { status: 200, body: { name: `${SECRET}\ud800` } }, LONE],
  ['anything', { status: 200, body: [{ '\udc00': SECRET }] }, LONE],
]

for (const [operation, result, rule] of faults) {
  t.test(`that ${operation} ${rule} is the server's fault`, async (t) => {
    const { response, faults } = await answered(t, contract, `/${operation}`, () => result)
    refused(t, response, errors.internal)
    const names = ['connection', 'content-length', 'content-type', 'date']
    t.same(Object.keys(response.headers).sort(), names)
    t.match(faults, [{ msg: 'request failed', err: { message: rule }, reqId: String }])
    t.match(faults, [{ err: { message: new RegExp(`^${operation} `) } }])
    t.equal(faults.length, 1)
  })
}

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
    exact() {
      return { status: 204 }
    }
  }
  const { logger, lines } = recordLog()
  const app = await serveContract(t, contract, {
    handlers: new Inherited() as never,
    server: { logger },
  })
  const missing = ['ranges', 'anything', 'headers', 'constructor', 'toString']
  t.equal((await app.inject('/exact')).statusCode, 204, 'methods of a class are handlers')
  for (const name of missing) refused(t, await app.inject(`/${name}`), errors.notImplemented, name)
  t.match(lines, [{ operations: missing, msg: 'operations without a handler answer 501' }])

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

t.test('handlers are called as methods', async (t) => {
  const handlers = {
    name: 'fern',
    exact() {
      return { status: 200, body: { name: this.name } }
    },
  }
  const app = await serveContract(t, contract, { handlers: handlers as never })
  t.equal((await app.inject('/exact')).body, '{"name":"fern"}')
})
