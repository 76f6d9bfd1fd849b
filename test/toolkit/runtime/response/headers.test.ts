import type { ResponseChecks } from 'fastify-contract'
import t, { type Test } from 'tap'
import { answered, contractAt } from '../keeping.js'
import { checkResults, resultsIn } from './results.js'

const contract = await contractAt('headers.yaml')

function answer(t: Test, status: number, headers?: object, responses: ResponseChecks = 'throw') {
  const result = { status, headers, ...(status === 200 && { body: 1 }) }
  return answered(t, contract, '/headers', () => result, { responses })
}

const TEXT = { 'X-Text': 'a' }

t.test('headers of a result are sent', (t) =>
  checkResults(t, contract).rows([
    [
      { status: 200, body: 1, headers: { 'X-None': undefined, ...TEXT } },
      'GET /headers -> 200 (x-none: -)',
    ],
    [
      { status: 200, body: 1, headers: { ...TEXT, 'X-Object': { a: 1, b: true, c: undefined } } },
      'GET /headers -> 200 (x-object: a,1,b,true)',
    ],
    ...resultsIn(`
  {status: 200, body: 1, headers: {X-Text: a}} | GET /headers -> 200 (x-text: a)
  {status: 200, body: 1, headers: {x-TEXT: a}} | GET /headers -> 200 (x-text: a)
  {status: 200, body: 1, headers: {X-Text: a, X-Big: 1152921504606846976n}} | GET /headers -> 200 (x-big: 1152921504606846976)
  {status: 200, body: 1, headers: {X-Text: a, X-Big: 1}} | GET /headers -> 200 (x-big: 1)
  {status: 200, body: 1, headers: {X-Text: a, x-list: [a, b;c]}} | GET /headers -> 200 (x-list: a,b;c)
  {status: 200, body: 1, headers: {X-Text: a, X-List: []}} | GET /headers -> 200 (x-list: )
  {status: 200, body: 1, headers: {X-Text: a, X-Exploded: {a: 1, b: true}}} | GET /headers -> 200 (x-exploded: a=1,b=true)
  {status: 200, body: 1, headers: {X-Text: a, X-Json: {a: [é, 1n]}}} | GET /headers -> 200 (x-json: {"a":["\\u00e9",1]})
  {status: 200, body: 1, headers: {X-Text: a, X-None: null}} | GET /headers -> 200 (x-none: )
  {status: 200, body: 1, headers: {X-Text: a, Set-Cookie: [a=b; Path=/, 'c=d, e']}} | GET /headers -> 200 (set-cookie: a=b; Path=/; set-cookie: c=d, e)
  {status: 200, body: 1, headers: {X-Text: a, Vary: X-Other}} | GET /headers -> 200 (vary: X-Other, Accept)
  {status: 200, body: 1, headers: {X-Text: a, X-Other: [a, 1n]}} | GET /headers -> 200 (x-other: a,1)
  {status: 200, body: 1, headers: {X-Text: a, X-List: ['"a,b"', '<c>; title="d, \\"e"']}} | GET /headers -> 200 (x-list: "a,b",<c>; title="d, \\"e")
  {status: 200, body: 1, headers: {X-Text: a, Cache-Control: no-store}} | GET /headers -> 200 (cache-control: no-store)
  {status: 201, headers: {X-Shared: 5}} | GET /headers -> 201 (x-shared: 5)
  {status: 404, headers: {X-Shared: 5}} | GET /headers -> 404 (x-shared: 5)
`),
  ]),
)

const faults: [status: number, headers: object | undefined, rule: string][] = [
  [200, undefined, "headers must have required property 'X-Text'"],
  [200, {}, "headers must have required property 'X-Text'"],
  [200, { 'X-Text': '' }, 'headers/X-Text must NOT have fewer than 1 characters'],
  [200, { 'X-Text': 1 }, 'headers/X-Text must be string'],
  [200, { ...TEXT, 'X-Big': 2 ** 60 }, 'headers/X-Big must be int64'],
  [200, { ...TEXT, 'Content-Type': 'a/b' }, 'headers/Content-Type is not a'],
  [200, { ...TEXT, 'transfer-encoding': 'chunked' }, 'headers/transfer-encoding is not a'],
  [204, { 'Content-Length': 1 }, "headers/Content-Length is not a handler's to set"],
  [404, {}, "headers must have required property 'X-Shared'"],
]

for (const [status, headers, rule] of faults) {
  t.test(`${rule} in a ${status} breaks the contract`, async (t) => {
    const thrown = await answer(t, status, headers)
    t.equal(thrown.response.statusCode, 500)
    t.match(thrown.faults[0], { err: { message: rule } })
    const logged = await answer(t, status, headers, 'log')
    t.equal(logged.response.statusCode, status)
    t.match(logged.faults, [{ msg: 'response breaks the contract', err: { message: rule } }])
    const off = await answer(t, status, headers, 'off')
    t.equal(off.response.statusCode, status)
    t.same(off.faults, [])
    for (const { response } of [logged, off]) {
      if (status === 200)
        t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      for (const [name, value] of Object.entries(headers ?? {}))
        if (name.startsWith('X')) t.equal(response.headers[name.toLowerCase()], String(value))
    }
  })
}

t.test('a header that cannot be written is a 500 in every mode', async (t) => {
  const bad: object[] = [
    { ...TEXT, 'X-List': ['a,b'] },
    { ...TEXT, 'X-List': ['"a,b'] },
    { ...TEXT, 'X-List': [['a']] },
    { ...TEXT, 'X-Object': { a: {} } },
    { 'X-Text': 'a\r\nb' },
    { 'X-Text': 'é💚' },
    { ...TEXT, 'a b': '1' },
    { ...TEXT, 'X-Text': Symbol('a') },
    { ...TEXT, 'X-Json': () => 1 },
    { ...TEXT, 'X-Other': new Date(0) },
    { ...TEXT, 'X-Other': new URL('a:b') },
  ]
  for (const headers of bad) {
    for (const mode of ['off', 'log', 'throw'] as const) {
      const { response, faults } = await answer(t, 200, headers, mode)
      t.equal(response.statusCode, 500, mode)
      t.notOk(Object.keys(response.headers).some((name) => name.startsWith('x-')))
      t.ok(faults.length > 0)
    }
  }
})
