import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractAt, contractIn, keeping } from '../keeping.js'

const FORM = 'application/x-www-form-urlencoded'
const [POST, PUT, PATCH] = ['POST', 'PUT', 'PATCH'].map(
  (method) => `${method} /form (content-type: ${FORM})`,
)
const contract = await contractAt('forms.yaml')
const served = await keeping(t, contract, { answer: () => ({ status: 200, body: {} }) })

t.test('fields of forms', (t) =>
  served.talk(t, { part: 'body' }).lines(`
  ${POST} '' -> 200 of {}
  ${POST} text=a+b%26%C3%A9 -> 200 of {text: a b&é}
  ${POST} count=5&flag=true -> 200 of {count: 5, flag: true}
  ${POST} big=9007199254740993 -> 200 of {big: 9007199254740993n}
  ${POST} tags=a -> 200 of {tags: [a]}
  ${POST} tags=a&tags=b,c -> 200 of {tags: [a, 'b,c']}
  ${POST} numbers=1&numbers=2 -> 200 of {numbers: [1, 2]}
  ${POST} csv=1,2 -> 200 of {csv: [1, 2]}
  ${POST} piped=a|b -> 200 of {piped: [a, b]}
  ${POST} object=%7B%22n%22:9007199254740993%7D -> 200 of {object: {n: 9007199254740993n}}
  ${POST} objects=%7B%22n%22:1%7D&objects=%7B%7D -> 200 of {objects: [{n: 1n}, {}]}
  ${POST} left=1&right=2 -> 200 of {spread: {left: 1, right: 2}}
  ${POST} note=5 -> 200 of {note: 5}
  ${POST} note=%225%22 -> 200 of {note: '5'}
  ${POST} either=5 -> 200 of {either: '5'}
  ${POST} either=50 -> 200 of {either: 50}
  ${POST} deep[a]=1&deep%5Bb%5D%5Bc%5D=true&deep[b][d]=1.5 -> 200 of {deep: {a: 1, b: {c: true, d: 1.5}}}
  ${POST} items[0][price]=p&items[0][quantity]=2&items[1][price]=5 -> 200 of {items: [{price: p, quantity: 2}, {price: '5'}]}
  ${POST} expand[]=a&expand[]=b -> 200 of {expand: [a, b]}
  ${POST} expand[1]=b&expand[0]=a -> 200 of {expand: [a, b]}
  ${POST} other=1&more=a&more=b -> 200 of {other: '1', more: [a, b]}
  ${PUT} '' -> 200 of undefined
  ${PUT} -> 200 of undefined
  ${PUT} a=1 -> 200 of {a: 1}
  ${PATCH} a=1&b=2 -> 200 of {a: 1, b: 2}
  ${PATCH} '' -> 200 of {}
  ${POST} text= -> 40002 body/text must NOT have fewer than 1 characters.
  ${POST} count=1.5&flag=yes -> 40002 body/count must be integer; body/flag must be boolean.
  ${POST} count=1&count=2 -> 40002 body/count must be given once: it is one value, and no list.
  ${POST} big=9223372036854775808 -> 40002 body/big must be int64.
  ${POST} object=%7B -> 40002 body/object must be JSON:
  ${POST} object=%7B%7D -> 40002 body/object must have required property 'n'.
  ${POST} text=%C3 -> 40002 body/text must be percent-encoded UTF-8.
  ${POST} %C3=a -> 40002 body must be percent-encoded UTF-8.
  ${POST} deep[a]=x -> 40002 body/deep/a must be integer.
  ${POST} ${'a&'.repeat(10_001)} -> 40002 body must not have more than 10000 parameters.
  ${PUT} a=1&b=2 -> 40002 body/b is not allowed.
  ${PATCH} a=x -> 40002 body/a must be integer.
  POST /form (content-type: ${FORM};charset=latin1) text=a -> 41500 the text has to be UTF-8, not of another charset.
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
  await talk(t, { part: 'body', to: `POST /form (content-type: ${FORM}) ` }).lines(line)
})
