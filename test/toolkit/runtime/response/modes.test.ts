import { Readable } from 'node:stream'
import t from 'tap'
import { answered, contractAt } from '../keeping.js'
import { checkResults, type Row, resultsIn } from './results.js'

const results = await contractAt('results.yaml')
const streams = await contractAt('streams.yaml')
const sequences = await contractAt('sequences.yaml')
const CONTRACTS = { exact: results, headers: results, choice: streams, items: sequences }

const JSON_TYPE = '(content-type: application/json; charset=utf-8)'
const TEXT_TYPE = '(content-type: text/plain; charset=utf-8)'
const BYTES = '(content-type: application/octet-stream)'
const stream = () => ({ status: 404, body: Readable.from([Buffer.from('a')]) })

/** Results that break the contract, what is sent of them all the same, and how they do. */
const BROKEN: readonly Row[] = [
  [stream, `GET /exact -> 404 ${BYTES} a`, 'does not document status 404'],
  [{ status: 202, body: Buffer.from('a') }, `GET /choice -> 202 ${BYTES} a`, 'no contentType'],
  ...resultsIn(`
  {status: 200, body: {name: 5, count: '1'}} | GET /exact -> 200 ${JSON_TYPE} {"name":5,"count":"1"} | body/name must be string
  {status: 200, body: {name: a, parts: [{name: true, more: 1}]}} | GET /exact -> 200 ${JSON_TYPE} {"name":"a","parts":[{"name":true}]} | body/parts/0/name must be string
  {status: 404, body: {a: 1}} | GET /exact -> 404 ${JSON_TYPE} {"a":1} | does not document status 404
  {status: 404, body: a} | GET /exact -> 404 ${JSON_TYPE} "a" | does not document status 404
  {status: 404, body: a, contentType: text/plain} | GET /exact -> 404 (content-type: text/plain) a | does not document status 404
  {status: 404} | GET /exact -> 404 (content-type: -) '' | does not document status 404
  {status: 200} | GET /exact -> 200 (content-type: -) '' | but no body
  {status: 201, body: 1} | GET /headers -> 201 ${JSON_TYPE} 1 | does not document status 201
  {status: 200, body: a, contentType: text/html} | GET /choice -> 200 (content-type: text/html) a | contentType text/html is not in
  {status: 203, body: c} | GET /choice -> 203 ${TEXT_TYPE} c | body must be equal to one of
  {status: 203, body: 1} | GET /choice -> 203 ${TEXT_TYPE} 1 | body is no text
  {status: 206, body: {a: 1}} | GET /choice -> 206 ${BYTES} {"a":1} | body is no bytes
  {status: 200, body: [{n: 1}, {n: x}]} | GET /items -> 200 (content-type: application/jsonl) {"n":1}\\n{"n":"x"}\\n | body/1/n must be int64
`),
]

for (const [result, line, told] of BROKEN) {
  t.test(`${told} in ${line} is sent or refused as the host says`, async (t) => {
    const [, name] = /\/(\w+)/.exec(line) as unknown as [string, keyof typeof CONTRACTS]
    const contract = CONTRACTS[name]
    await checkResults(t, contract, 'log').rows([[result, line, told]])
    await checkResults(t, contract, 'off').rows([[result, line]])
    if (contract === sequences) return
    for (const mode of ['throw', undefined] as const)
      await checkResults(t, contract, mode).rows([[result, `GET /${name} -> 50000`, told]])
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
      const { response, faults } = await answered(t, results, '/exact', () => result, {
        responses: mode,
      })
      t.equal(response.statusCode, 500, mode)
      t.ok(faults.length > 0)
    }
  }
})
