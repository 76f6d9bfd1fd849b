import t from 'tap'
import { contractIn, echo, keeping, PARTS, partsOf } from './keeping.js'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const LINES = 'application/jsonl'
const OPEN = '{ schema: { type: object, properties: { id: { type: integer, format: int64 } } } }'

const { post, talk } = await keeping(
  t,
  await contractIn(`
POST /all:
  parameters:
    - { name: flat, in: header, schema: { type: object } }
    - { name: json, in: query, content: { application/json: {} } }
  requestBody: { content: { ${JSON_TYPE}: ${OPEN}, ${FORM}: ${OPEN}, ${LINES}: ${OPEN}, multipart/form-data: ${OPEN} } }`),
)

const bodies: [type: string, payload: string | Buffer, status: number][] = [
  [JSON_TYPE, '{"__proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"__proto__":null}', 400],
  [JSON_TYPE, '{"\\u005f_proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"a":[{"__proto__":{"a":1}}]}', 400],
  [JSON_TYPE, '{"id":9007199254740993,"__proto__":{"a":1}}', 400],
  [JSON_TYPE, '{"constructor":{"prototype":{"a":1}}}', 400],
  [JSON_TYPE, '{"constructor":{"\\u0070rototype":{"a":1}}}', 400],
  [JSON_TYPE, '{"id":9007199254740993,"constructor":{"prototype":1}}', 400],
  [JSON_TYPE, '{"constructor":{"a":1},"prototype":{},"a":"__proto__"}', 204],
  [FORM, '__proto__=a', 400],
  [FORM, '%5F_proto__=a', 400],
  [FORM, 'constructor=a', 204],
  [LINES, '{"a":1}\n{"__proto__":{"a":1}}\n', 400],
  [PARTS, partsOf(['__proto__', '{"a":1}']), 400],
  [PARTS, partsOf(['__proto__', '{"a":1}', '', 'a']), 400],
  [PARTS, partsOf(['__proto__', '{"a":1}', JSON_TYPE]), 400],
  [PARTS, partsOf(['constructor', '{"a":1}']), 204],
]

for (const [type, payload, status] of bodies) {
  t.test(`${JSON.stringify(String(payload))} of ${type} is answered with ${status}`, async (t) => {
    t.equal((await post('/all', payload, type)).statusCode, status)
  })
}

t.test('a parameter has no member that changes prototypes', (t) =>
  talk(t)(`
  POST /all (flat: __proto__,a) || POST /all?json={"__proto__":{"a":1}} -> 40002
  POST /all (flat: constructor,a) || POST /all?json={"a":1} -> 204
`),
)

t.test('a member named __proto__ that the document names is an ordinary member', async (t) => {
  const document = `
POST /x: { parameters: [{ name: __proto__, in: query, schema: { type: integer } }], body: $A, 200: $A }
A: { type: object, required: [__proto__, constructor], properties: { __proto__: { type: integer, format: int64 }, constructor: { type: string } } }`
  const { kept, post, talk } = await keeping(t, await contractIn(document), { answer: echo })
  const text = '{"__proto__":9007199254740993,"constructor":"a"}'
  const response = await post('/x?__proto__=7', text)
  t.equal(response.statusCode, 200, response.body)
  t.equal(response.body, text)
  const own = (value: unknown) => Object.getOwnPropertyDescriptor(value, '__proto__')?.value
  t.equal(own(kept[0]?.query), 7)
  t.equal(own(kept[0]?.body), 9007199254740993n)
  // No object has them of itself.
  const wrong = ['{"__proto__":"1","constructor":"a"}', '{"constructor":"a"}', '{"__proto__":1}']
  await talk(t)(`POST /x?__proto__=a ${text} || POST /x ${wrong.join(' || POST /x ')} -> 40002`)
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
})
