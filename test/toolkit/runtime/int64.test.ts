import t from 'tap'
import { rowsOf } from '../../helpers/rows.js'
import { contractAt, contractIn, echo, keeping } from './keeping.js'

const contract = await contractAt('int64.yaml')
const { talk } = await keeping(t, contract, { answer: echo, unnamedMembers: 'send' })

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

t.test('int64s are exact where the document has them, as they come and as they go', (t) => {
  const lines = ACCEPTED.map(
    ([operation, payload, body, answer = payload]) =>
      `POST /${operation} ${payload} -> 200 ${answer} of ${body}\n`,
  )
  return talk(t, { part: 'body' }).lines(lines.join(''))
})

t.test('what is no int64, or breaks its rules, is refused', (t) =>
  talk(t).lines(`
  POST /id 9223372036854775808 || POST /id 9007199254740992.5 || POST /id 1e400 || POST /id null || POST /nullable 1.5 -> 40002 must
  POST /limits {"positive":0} || POST /limits {"small":9007199254740994} || POST /limits {"one":9007199254740992} || POST /limits {"even":${BIG}} -> 40002 must
  POST /members {"a":"1"} || POST /members {"a":1,"n":1e400} || POST /rest {"a":1.5} || POST /choice {"kind":"exact","value":1.5} -> 40002 must
  POST /lists {"items":[${BIG},${BIG}]} || POST /lists {"fixed":[1,1.5]} || POST /tree {"id":1,"right":{"id":1e400}} -> 40002 must
  POST /remainder {"contained":["a"]} || POST /remainder {"tuple":[1,true]} || POST /remainder {"members":{"b":1.5}} || POST /remainder {"members":{"x-a":true}} -> 40002 must
  POST /id "${MAX}" -> 40002 body must be int64.
`),
)

t.test('an integer without a format is refused where a number would round it', async (t) => {
  const { talk } = await keeping(
    t,
    await contractIn(`
Integer: { type: integer }
POST /numbers:
  parameters:
    - { name: n, in: query, schema: { type: integer } }
    - { name: list, in: query, schema: { type: array, items: { type: integer } } }
    - { name: any, in: query, schema: { type: number } }
    - { name: long, in: query, schema: { $ref: $Integer, format: int64 } }
    - { name: json, in: query, content: { application/json: { schema: { properties: { n: { type: integer }, any: { type: number } } } } } }
  body: { type: object, properties: { n: { type: integer }, any: { type: number },
    list: { items: { anyOf: [{ type: integer }, { type: string }] } }, long: { $ref: $Integer, format: int64 } } }
POST /text: { requestBody: { content: { text/plain: { schema: { type: integer } } } } }`),
  )
  await talk(t, { to: 'POST ' }).lines(`
  /numbers {"n":${BIG}} || /numbers {"n":-${BIG}} || /numbers {"n":${BIG}.0} || /numbers {"n":1e23} -> 40002 body/n must be integer up to 2^53
  /numbers {"n":1e400} -> 40002 body/n must be integer
  /numbers {"list":[${BIG}]} -> 40002 body/list/0 must be integer up to 2^53 or string
  /text (content-type: text/plain) ${BIG} -> 40002 body must be integer
  /numbers?n=${BIG} {} -> 40002 query.n must be integer
  /numbers?list=${BIG} {} -> 40002 query.list/0 must be integer
  /numbers?json={"n":${BIG}} {} -> 40002 query.json/n must be integer up to 2^53
  /numbers {"n":9007199254740992} -> 204 of {query: {}, body: {n: 9007199254740992}}
  /numbers {"n":1e22} -> 204 of {query: {}, body: {n: 1.0e+22}}
  /numbers {"any":${BIG},"other":[{"x":${BIG}}]} -> 204 of {query: {}, body: {any: ${BIG}, other: [{x: ${BIG}}]}}
  /numbers {"any":${BIG},"text":"\\u00e4"} -> 204 of {query: {}, body: {any: ${BIG}, text: ä}}
  /numbers {"long":${BIG},"other":${BIG}} -> 204 of {query: {}, body: {long: ${BIG}n, other: ${BIG}}}
  /numbers?any=${BIG} {} -> 204 of {query: {any: ${BIG}}, body: {}}
  /numbers?long=${BIG} {} -> 204 of {query: {long: ${BIG}n}, body: {}}
  /numbers?json={"any":${BIG},"x":${BIG}} {} -> 204 of {query: {json: {any: ${BIG}, x: ${BIG}}}, body: {}}`)
})

t.test('an int64 below `not` refuses what it says, to the last digit', async (t) => {
  const { talk } = await keeping(
    t,
    await contractIn(`
Long: { type: integer, format: int64 }
POST /: { body: { properties: {
  value: { not: $Long },
  member: { not: { required: [n], properties: { n: $Long } } },
  small: { type: integer, format: int64, not: { type: integer, format: int64, minimum: ${BIG} } },
  other: { not: { required: [n], properties: { n: { not: $Long } } } } } } }`),
  )
  await talk(t, { part: 'body', to: 'POST / ' }).lines(`
  {"value":${MAX}} || {"member":{"n":${BIG}}} || {"small":${BIG}} || {"other":{"n":${MAX + 1n}}} -> 40002 must NOT be valid
  {"value":${MAX + 1n}} -> 204 of {value: ${MAX + 1n}}
  {"member":{"n":${MAX + 1n}}} -> 204 of {member: {n: ${MAX + 1n}}}
  {"small":${BIG - 1n}} -> 204 of {small: ${BIG - 1n}n}
  {"other":{"n":${BIG}}} -> 204 of {other: {n: ${BIG}}}`)
})
