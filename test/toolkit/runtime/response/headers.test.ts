import type { ResponseChecks } from 'fastify-contract'
import t, { type Test } from 'tap'
import { contractOf, fixture } from '../../../helpers/serve-document.js'
import { answered } from '../keeping.js'

const contract = await contractOf(t, await fixture('headers.yaml'))

function answer(t: Test, status: number, headers?: object, responses: ResponseChecks = 'throw') {
  const result = { status, headers, ...(status === 200 && { body: 1 }) }
  return answered(t, contract, '/headers', () => result, { responses })
}

const TEXT = { 'X-Text': 'a' }
const sent: [headers: object, name: string, value: unknown][] = [
  [TEXT, 'x-text', 'a'],
  [{ 'x-TEXT': 'a' }, 'x-text', 'a'],
  [{ ...TEXT, 'X-Big': 2n ** 60n }, 'x-big', '1152921504606846976'],
  [{ ...TEXT, 'X-Big': 1 }, 'x-big', '1'],
  [{ ...TEXT, 'x-list': ['a', 'b;c'] }, 'x-list', 'a,b;c'],
  [{ ...TEXT, 'X-List': [] }, 'x-list', ''],
  [{ ...TEXT, 'X-Object': { a: 1, b: true, c: undefined } }, 'x-object', 'a,1,b,true'],
  [{ ...TEXT, 'X-Exploded': { a: 1, b: true } }, 'x-exploded', 'a=1,b=true'],
  [{ ...TEXT, 'X-Json': { a: ['é', 1n] } }, 'x-json', '{"a":["\\u00e9",1]}'],
  [{ ...TEXT, 'X-None': null }, 'x-none', ''],
  [{ ...TEXT, 'X-None': undefined }, 'x-none', undefined],
  [{ ...TEXT, 'Set-Cookie': ['a=b; Path=/', 'c=d, e'] }, 'set-cookie', ['a=b; Path=/', 'c=d, e']],
  [{ ...TEXT, Vary: 'X-Other' }, 'vary', 'X-Other, Accept'],
  [{ ...TEXT, 'X-Other': ['a', 1n] }, 'x-other', 'a,1'],
  [{ ...TEXT, 'Cache-Control': 'no-store' }, 'cache-control', 'no-store'],
]

for (const [headers, name, value] of sent) {
  t.test(`${Object.entries(headers).at(-1)} is sent as ${value}`, async (t) => {
    const { response, faults } = await answer(t, 200, headers)
    t.equal(response.statusCode, 200)
    t.same(response.headers[name], value)
    t.same(faults, [])
  })
}

t.test('a shared response has its headers wherever it is referred to', async (t) => {
  for (const status of [201, 404]) {
    t.equal((await answer(t, status, { 'X-Shared': 5 })).response.headers['x-shared'], '5')
  }
})

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
      for (const [name, value] of Object.entries(headers ?? {})) {
        if (name.startsWith('X')) t.equal(response.headers[name.toLowerCase()], String(value))
      }
    }
  })
}

t.test('a header that cannot be written is a 500 in every mode', async (t) => {
  const bad: object[] = [
    { ...TEXT, 'X-List': ['a,b'] },
    { ...TEXT, 'X-List': [['a']] },
    { ...TEXT, 'X-Object': { a: {} } },
    { 'X-Text': 'a\r\nb' },
    { 'X-Text': 'é💚' },
    { ...TEXT, 'a b': '1' },
    { ...TEXT, 'X-Text': Symbol('a') },
    { ...TEXT, 'X-Json': () => 1 },
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
