import { Readable } from 'node:stream'
import { type ResponseChecks, serve } from 'fastify-contract'
import t from 'tap'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf, fixture } from '../../../helpers/serve-document.js'
import { answered } from '../keeping.js'

const results = await contractOf(t, await fixture('results.yaml'))
const streams = await contractOf(t, await fixture('streams.yaml'))
const sequences = await contractOf(t, await fixture('sequences.yaml'))
const JSON_TYPE = 'application/json; charset=utf-8'

type Contract = typeof results

const modeOf = (responses?: ResponseChecks) => (responses ? { responses } : {})

/** The contract of an operation, and where it is served. */
const OPERATIONS: Readonly<Record<string, readonly [contract: Contract, url: string]>> = {
  exact: [results, '/exact'],
  headers: [results, '/headers'],
  choice: [streams, '/choice'],
  list: [sequences, '/items'],
}

const BYTES = 'application/octet-stream'

type Row = [rule: string, operation: string, result: object, type: string | null, body: string]

/** Results that break the contract, and what is sent of them all the same. */
const broken: Row[] = [
  ...tableOf<Row>(`
  body/name must be string | exact | {status: 200, body: {name: 5, count: '1'}} | ${JSON_TYPE} | '{"name":5,"count":"1"}'
  body/parts/0/name must be string | exact | {status: 200, body: {name: a, parts: [{name: true, more: 1}]}} | ${JSON_TYPE} | '{"name":"a","parts":[{"name":true}]}'
  does not document status 404 | exact | {status: 404, body: {a: 1}} | ${JSON_TYPE} | '{"a":1}'
  does not document status 404 | exact | {status: 404, body: a} | ${JSON_TYPE} | '"a"'
  does not document status 404 | exact | {status: 404, body: a, contentType: text/plain} | text/plain | a
  does not document status 404 | exact | {status: 404} | null | ''
  but no body | exact | {status: 200} | null | ''
  does not document status 201 | headers | {status: 201, body: 1} | ${JSON_TYPE} | '1'
  contentType text/html is not in | choice | {status: 200, body: a, contentType: text/html} | text/html | a
  body must be equal to one of | choice | {status: 203, body: c} | text/plain; charset=utf-8 | c
  body is no text | choice | {status: 203, body: 1} | text/plain; charset=utf-8 | '1'
  body is no bytes | choice | {status: 206, body: {a: 1}} | ${BYTES} | '{"a":1}'
  body/1/n must be int64 | list | {status: 200, body: [{n: 1}, {n: x}]} | application/jsonl | "{\\"n\\":1}\\n{\\"n\\":\\"x\\"}\\n"
`),
  ['does not document status 404', 'exact', { status: 404, body: Readable.from([]) }, BYTES, 'a'],
  ['no contentType', 'choice', { status: 202, body: Buffer.from('a') }, BYTES, 'a'],
]

for (const [rule, operation, result, type, body] of broken) {
  const [contract, url] = OPERATIONS[operation] as (typeof OPERATIONS)[string]
  t.test(`${rule}: ${body}`, async (t) => {
    // A stream can be sent once.
    const once = () =>
      'body' in result && result.body instanceof Readable
        ? { ...result, body: Readable.from([Buffer.from('a')]) }
        : result
    for (const mode of ['log', 'off'] as const) {
      const { response, faults } = await answered(t, contract, url, once, modeOf(mode))
      t.equal(response.statusCode, (result as { status: number }).status, mode)
      t.equal(response.headers['content-type'] ?? null, type, mode)
      t.equal(response.body, body, mode)
      if (mode === 'off') t.same(faults, [])
      else t.match(faults[0], { msg: 'response breaks the contract', err: { message: rule } })
    }
    if (contract === sequences) return
    for (const mode of ['throw', undefined] as const) {
      const { response, faults } = await answered(t, contract, url, once, modeOf(mode))
      t.equal(response.statusCode, 500)
      t.match(faults, [{ msg: 'request failed', err: { message: rule } }])
    }
  })
}

t.test('a response that cannot be sent is a 500 in every mode', async (t) => {
  const bad: object[] = [
    { status: 200, body: () => 1 },
    {
      status: 200,
      body: {
        name: 'a',
        get other() {
          throw new Error('x')
        },
      },
    },
    { status: 204, body: { name: 'a' } },
    { status: 99 },
    { status: 404, body: 'a', contentType: 'text/plain\r\n' },
  ]
  for (const mode of ['off', 'log', 'throw'] as const) {
    for (const result of bad) {
      const { response, faults } = await answered(t, results, '/exact', () => result, modeOf(mode))
      t.equal(response.statusCode, 500, mode)
      t.ok(faults.length > 0)
    }
  }
})

t.test('the option responses takes no other values', async (t) => {
  const options = { handlers: {}, security: {}, responses: 'warn' as never }
  t.throws(
    () => serve(results, options),
    new TypeError("Results: responses is 'throw', 'log' or 'off'"),
  )
})
