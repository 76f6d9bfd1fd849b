import { errors } from 'fastify-contract'
import t, { type Test } from 'tap'
import { refused } from '../../helpers/refused.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf, fixture } from '../../helpers/serve-document.js'
import { documentOf, echo, exact, keeping } from './keeping.js'

const contract = await contractOf(t, await fixture('int64.yaml'))
const { kept, post } = await keeping(t, contract, { answer: echo, unnamedMembers: 'send' })

const BIG = 2n ** 53n + 1n
const MAX = 2n ** 63n - 1n

/** Operations, what is sent to them, what a handler gets, and the answer where it is another text. */
const ACCEPTED = rowsOf(`
  id | 5 | 5n
  id | ${BIG} | ${BIG}n
  id | ${MAX} | ${MAX}n
  id | 1.0 | 1n | 1
  id | ${BIG}e0 | ${BIG}n | ${BIG}
  nullable | null | null
  nullable | ${BIG} | ${BIG}n
  nullable | 1 | 1n
  limits | {"positive":1,"small":${BIG},"one":${BIG},"even":${BIG - 1n}} | {positive: 1n, small: ${BIG}n, one: ${BIG}n, even: ${BIG - 1n}n}
  members | {"a":1,"n":1,"b":{"c":${BIG}}} | {a: 1n, n: 1, b: {c: ${BIG}n}}
  members | {"a":${BIG},"n":1.5,"other":1} | {a: ${BIG}n, n: 1.5, other: 1}
  members | {"a":1,"n":${BIG}} | {a: 1n, n: ${BIG}} | {"a":1,"n":${BIG - 1n}}
  members | {"a":1,"other":${BIG}} | {a: 1n, other: ${BIG}} | {"a":1,"other":${BIG - 1n}}
  members | {"a":1,"n":1e300} | {a: 1n, n: 1.0e+300} | {"a":1,"n":1e+300}
  rest | {"a":${BIG},"b":1} | {a: ${BIG}n, b: 1n}
  rest | {"n":1,"text":"a","x-n":2,"a":3} | {n: 1, text: a, x-n: 2, a: 3n}
  rest | {"n":${BIG}} | {n: ${BIG}} | {"n":${BIG - 1n}}
  lists | {"items":[1,${BIG},${BIG - 1n}],"fixed":[1,2,${BIG}]} | {items: [1n, ${BIG}n, ${BIG - 1n}n], fixed: [1, 2n, ${BIG}n]}
  choice | {"kind":"exact","value":${BIG}} | {kind: exact, value: ${BIG}n}
  choice | {"kind":"exact","value":1} | {kind: exact, value: 1n}
  choice | {"kind":"about","value":1} | {kind: about, value: 1}
  choice | {"kind":"about","value":1.5} | {kind: about, value: 1.5}
  choice | {"kind":"about","value":${BIG}} | {kind: about, value: ${BIG}} | {"kind":"about","value":${BIG - 1n}}
  choice | {"kind":"about","value":0.99999999999999999999} | {kind: about, value: 1} | {"kind":"about","value":1}
  remainder | {"contained":["a",1,${BIG},1.5]} | {contained: [a, 1n, ${BIG}n, 1.5]}
  remainder | {"tuple":[1,2,"a"]} | {tuple: [1, 2n, a]}
  remainder | {"tuple":[1.5,${BIG},${BIG}]} | {tuple: [1.5, ${BIG}n, ${BIG}n]}
  remainder | {"tuple":[1,2,"a",3]} | {tuple: [1, 2, a, 3n]}
  remainder | {"members":{"n":1,"a":${BIG}}} | {members: {n: 1, a: ${BIG}n}}
  remainder | {"members":{"a":1,"b":2,"sure":3}} | {members: {a: 1, b: 2n, sure: 3n}}
  remainder | {"members":{"x-a":1}} | {members: {x-a: 1n}}
  remainder | {"members":{"x-a":1,"x-sure":true}} | {members: {x-a: 1, x-sure: true}}
  remainder | {"members":{"a":1,"b":2,"all":3}} | {members: {a: 1, b: 2, all: 3}}
  remainder | {"tested":{"v":${BIG}}} | {tested: {v: ${BIG}n}}
  remainder | {"tested":{"v":5}} | {tested: {v: 5}}
  remainder | {"nothing":{"a":${BIG},"n":1}} | {nothing: {a: ${BIG}n, n: 1}}
  open | {"a":1e400,"b":1} | {a: Infinity, b: 1n} | {"a":null,"b":1}
  tree | {"id":1,"left":{"id":${BIG},"left":null},"right":{"id":3}} | {id: 1n, left: {id: ${BIG}n, left: null}, right: {id: 3n}}
`)

for (const [operation, payload = '', body = '', answer = payload] of ACCEPTED) {
  t.test(`${operation} takes and gives ${payload}`, async (t) => {
    const response = await post(`/${operation}`, payload)
    t.equal(response.statusCode, 200, response.body)
    t.strictSame(kept.pop()?.body, exact(yamlOf(body)))
    t.equal(response.body, answer)
  })
}

const REFUSED = rowsOf(`
  id | 9223372036854775808 | 9007199254740992.5 | 1e400 | null
  nullable | 1.5
  limits | {"positive":0} | {"small":9007199254740994} | {"one":9007199254740992} | {"even":${BIG}}
  members | {"a":"1"} | {"a":1,"n":1e400}
  rest | {"a":1.5}
  lists | {"items":[${BIG},${BIG}]} | {"fixed":[1,1.5]}
  choice | {"kind":"exact","value":1.5}
  remainder | {"contained":["a"]} | {"tuple":[1,true]} | {"members":{"b":1.5}} | {"members":{"x-a":true}}
  tree | {"id":1,"right":{"id":1e400}}
`)

for (const [operation, ...payloads] of REFUSED) {
  t.test(`${operation} refuses what is no int64, or breaks its rules`, async (t) => {
    for (const payload of payloads) {
      const { error } = errors.contractViolation
      refused(t, await post(`/${operation}`, payload), { error, message: /must/ }, payload)
      t.same(kept, [])
    }
  })
}

/** Queries, bodies, and what a handler gets of both, or the reason of a refusal. */
async function checkGiven(t: Test, document: string, rows: string): Promise<void> {
  const { kept, post } = await keeping(t, document)
  for (const [query = '', payload = '', want = '', type] of rowsOf(rows)) {
    const response = await post(encodeURI(`/numbers${query.replace(/^-$/, '')}`), payload, type)
    const [, reason] = /^! ?(.*)/.exec(want) ?? []
    t.equal(response.statusCode, reason === undefined ? 204 : 400, `${payload} ${response.body}`)
    if (reason !== undefined) t.match(response.body, reason)
    const { query: given, body } = (kept.pop() ?? {}) as { query?: object; body?: object }
    const all = reason === undefined ? exact(yamlOf(want)) : {}
    t.strictSame({ ...given, ...body }, all, payload)
  }
}

const LONG = "{$ref: '#/components/schemas/Integer', format: int64}"

t.test('an integer without a format is refused where a number would round it', (t) => {
  const parameters = yamlOf(`[
    {name: n, in: query, schema: {type: integer}},
    {name: list, in: query, schema: {type: array, items: {type: integer}}},
    {name: any, in: query, schema: {type: number}},
    {name: long, in: query, schema: ${LONG}},
    {name: json, in: query, content: {application/json: {schema: {properties: {n: {type: integer}, any: {type: number}}}}}}]`)
  const content = yamlOf(`{
    application/json: {schema: {type: object, properties: {n: {type: integer}, any: {type: number},
      list: {items: {anyOf: [{type: integer}, {type: string}]}}, long: ${LONG}}}},
    text/plain: {schema: {type: integer}}}`)
  const components = { schemas: { Integer: { type: 'integer' } } }
  return checkGiven(
    t,
    documentOf({ 'post numbers': { parameters, requestBody: { content } } }, { components }),
    `
  - | {"n":${BIG}} | ! body/n must be integer up to 2^53
  - | {"n":-${BIG}} | ! body/n must be integer up to 2^53
  - | {"n":${BIG}.0} | ! body/n must be integer up to 2^53
  - | {"n":1e23} | ! body/n must be integer up to 2^53
  - | {"n":1e400} | ! body/n must be integer
  - | {"list":[${BIG}]} | ! body/list/0 must be integer up to 2^53 or string
  - | ${BIG} | ! body must be integer | text/plain
  ?n=${BIG} | {} | ! query.n must be integer
  ?list=${BIG} | {} | ! query.list/0 must be integer
  ?json={"n":${BIG}} | {} | ! query.json/n must be integer up to 2^53
  - | {"n":9007199254740992} | {n: 9007199254740992}
  - | {"n":1e22} | {n: 1.0e+22}
  - | {"any":${BIG},"other":[{"x":${BIG}}]} | {any: ${BIG}, other: [{x: ${BIG}}]}
  - | {"any":${BIG},"text":"\\u00e4"} | {any: ${BIG}, text: ä}
  - | {"long":${BIG},"other":${BIG}} | {long: ${BIG}n, other: ${BIG}}
  ?any=${BIG} | {} | {any: ${BIG}}
  ?long=${BIG} | {} | {long: ${BIG}n}
  ?json={"any":${BIG},"x":${BIG}} | {} | {json: {any: ${BIG}, x: ${BIG}}}
`,
  )
})

t.test('an int64 below `not` refuses what it says, to the last digit', (t) => {
  const Long = "{$ref: '#/components/schemas/Long'}"
  const schemas = yamlOf(`{
    Long: {type: integer, format: int64},
    Never: {properties: {
      value: {not: ${Long}},
      member: {not: {required: [n], properties: {n: ${Long}}}},
      small: {type: integer, format: int64, not: {type: integer, format: int64, minimum: ${BIG}}},
      other: {not: {required: [n], properties: {n: {not: ${Long}}}}}}}}`)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Never' } } }
  return checkGiven(
    t,
    documentOf({ 'post numbers': { requestBody: { content } } }, { components: { schemas } }),
    `
  - | {"value":${MAX}} | ! must NOT be valid
  - | {"value":${MAX + 1n}} | {value: ${MAX + 1n}}
  - | {"member":{"n":${BIG}}} | ! must NOT be valid
  - | {"member":{"n":${MAX + 1n}}} | {member: {n: ${MAX + 1n}}}
  - | {"small":${BIG}} | ! must NOT be valid
  - | {"small":${BIG - 1n}} | {small: ${BIG - 1n}n}
  - | {"other":{"n":${MAX + 1n}}} | ! must NOT be valid
  - | {"other":{"n":${BIG}}} | {other: {n: ${BIG}}}
`,
  )
})
