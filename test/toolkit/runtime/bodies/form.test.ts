import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture } from '../../../helpers/serve-document.js'
import { contractIn, keeping } from '../keeping.js'
import { checkBodies } from './table.js'

const FORM = 'application/x-www-form-urlencoded'
const contract = await contractOf(t, await fixture('forms.yaml'))
const served = await keeping(t, contract, { answer: () => ({ status: 200, body: {} }) })

t.test('fields of forms', (t) =>
  checkBodies(
    t,
    served,
  )(`
  POST /form | ${FORM} | '' | {}
  POST /form | ${FORM} | text=a+b%26%C3%A9 | {text: a b&é}
  POST /form | ${FORM} | count=5&flag=true | {count: 5, flag: true}
  POST /form | ${FORM} | big=9007199254740993 | {big: 9007199254740993n}
  POST /form | ${FORM} | tags=a | {tags: [a]}
  POST /form | ${FORM} | tags=a&tags=b,c | {tags: [a, 'b,c']}
  POST /form | ${FORM} | numbers=1&numbers=2 | {numbers: [1, 2]}
  POST /form | ${FORM} | csv=1,2 | {csv: [1, 2]}
  POST /form | ${FORM} | piped=a|b | {piped: [a, b]}
  POST /form | ${FORM} | object=%7B%22n%22:9007199254740993%7D | {object: {n: 9007199254740993n}}
  POST /form | ${FORM} | objects=%7B%22n%22:1%7D&objects=%7B%7D | {objects: [{n: 1n}, {}]}
  POST /form | ${FORM} | left=1&right=2 | {spread: {left: 1, right: 2}}
  POST /form | ${FORM} | note=5 | {note: 5}
  POST /form | ${FORM} | note=%225%22 | {note: '5'}
  POST /form | ${FORM} | either=5 | {either: '5'}
  POST /form | ${FORM} | either=50 | {either: 50}
  POST /form | ${FORM} | deep[a]=1&deep%5Bb%5D%5Bc%5D=true&deep[b][d]=1.5 | {deep: {a: 1, b: {c: true, d: 1.5}}}
  POST /form | ${FORM} | items[0][price]=p&items[0][quantity]=2&items[1][price]=5 | {items: [{price: p, quantity: 2}, {price: '5'}]}
  POST /form | ${FORM} | expand[]=a&expand[]=b | {expand: [a, b]}
  POST /form | ${FORM} | expand[1]=b&expand[0]=a | {expand: [a, b]}
  POST /form | ${FORM} | other=1&more=a&more=b | {other: '1', more: [a, b]}
  PUT /form | ${FORM} | '' | undefined
  PUT /form | ${FORM} | - | undefined
  PUT /form | ${FORM} | a=1 | {a: 1}
  PATCH /form | ${FORM} | a=1&b=2 | {a: 1, b: 2}
  PATCH /form | ${FORM} | '' | {}
  POST /form | ${FORM} | text= | 40002 body/text must NOT have fewer than 1 characters.
  POST /form | ${FORM} | count=1.5&flag=yes | 40002 body/count must be integer; body/flag must be boolean.
  POST /form | ${FORM} | count=1&count=2 | 40002 body/count must be given once: it is one value, and no list.
  POST /form | ${FORM} | big=9223372036854775808 | 40002 body/big must be int64.
  POST /form | ${FORM} | object=%7B | 40002 body/object must be JSON:
  POST /form | ${FORM} | object=%7B%7D | 40002 body/object must have required property 'n'.
  POST /form | ${FORM} | text=%C3 | 40002 body/text must be percent-encoded UTF-8.
  POST /form | ${FORM} | %C3=a | 40002 body must be percent-encoded UTF-8.
  POST /form | ${FORM} | deep[a]=x | 40002 body/deep/a must be integer.
  POST /form | ${FORM} | ${'a&'.repeat(10_001)} | 40002 body must not have more than 10000 parameters.
  PUT /form | ${FORM} | a=1&b=2 | 40002 body/b is not allowed.
  PATCH /form | ${FORM} | a=x | 40002 body/a must be integer.
  POST /form | ${FORM};charset=latin1 | text=a | 41500
`),
)

t.test('a form is UTF-8', async (t) => {
  const response = await served.post('/form', Buffer.from([0x61, 0x3d, 0xff]), FORM)
  refused(t, response, errors.malformedContent)
})

t.test('int64s of fields are exact in any subschema', async (t) => {
  const document = `POST /form: { requestBody: { content: { ${FORM}: { schema: { allOf: [
    { type: object, properties: { a: { type: object, properties: { n: { type: integer, format: int64 } } } } },
    { type: object, properties: { b: { type: object, properties: { n: { type: integer } } } } }] } } } } }`
  const { talk } = await keeping(t, await contractIn(document))
  const line = 'a={"n":9007199254740993}&b={"n":5} -> 204 of {a: {n: 9007199254740993n}, b: {n: 5}}'
  await talk(t, { part: 'body', to: `POST /form (content-type: ${FORM}) ` })(line)
})
