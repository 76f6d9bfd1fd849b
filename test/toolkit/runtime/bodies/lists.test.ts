import t from 'tap'
import { objectOf, rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractIn, exact, keeping, PARTS, partsOf } from '../keeping.js'

const FORM = 'application/x-www-form-urlencoded'
const ITEM = '{type: object, properties: {id: {type: integer, format: int64}}}'
const LISTS = `{
  objects: {type: array, items: ${ITEM}},
  texts: {type: array, items: {type: string}},
  numbers: {type: array, items: {type: integer}},
  rows: {type: array, items: {type: array, items: {type: integer}}},
  either: {oneOf: [${ITEM}, {type: array, items: ${ITEM}}]},
  one: {type: string},
  nullable: {type: [array, 'null'], items: ${ITEM}},
  number: {oneOf: [{type: number}, {type: array, items: ${ITEM}}]}}`

/** Texts of JSON, and the list that they are or the reason of a refusal. */
const READ = rowsOf(`
  objects={"id":9007199254740993} | {objects: [{id: 9007199254740993n}]}
  objects={"id":1} & objects={"id":2} | {objects: [{id: 1n}, {id: 2n}]}
  objects=[{"id":1},{"id":2}] | {objects: [{id: 1n}, {id: 2n}]}
  objects=[] | {objects: []}
  objects=[{"id":1}] & objects={"id":1} | ! body/objects/0 must be object
  objects=x | ! body/objects must be JSON
  texts="a" & texts="b" | {texts: [a, b]}
  texts=["a"] | {texts: [a]}
  numbers=5 | {numbers: [5]}
  rows=[1,2] | {rows: [[1, 2]]}
  rows=[[1,2],[3]] | {rows: [[1, 2], [3]]}
  rows=[] | {rows: [[]]}
  either={"id":1} | {either: {id: 1n}}
  nullable={"id":1} | {nullable: [{id: 1n}]}
  nullable=null | {nullable: null}
  number=9007199254740993 | {number: 9007199254740992}
  number={"id":1} | {number: [{id: 1n}]}
  either=[{"id":1}] | {either: [{id: 1n}]}
  one="a" & one="b" | ! body/one must be given once: it is one value, and no list
`)

for (const openapi of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`a text of JSON is an item, or the list where it is none: ${openapi}`, async (t) => {
    const names = Object.keys(objectOf(LISTS))
    const encoding = names.map((name) => `${name}: {contentType: application/json}`)
    const media = `{schema: {type: object, properties: ${LISTS}}, encoding: {${encoding}}}`
    const document = `
openapi: ${openapi}
POST /lists: {requestBody: {content: {multipart/form-data: ${media}, ${FORM}: ${media}}}}`
    const { kept, post } = await keeping(t, await contractIn(document))
    for (const [cell = '', want = ''] of READ) {
      const pairs = cell.split(' & ').map((pair) => /^(\w+)=(.*)$/.exec(pair) ?? [])
      const form = pairs.map(([, name, text = '']) => `${name}=${encodeURIComponent(text)}`)
      const parts = pairs.map(
        ([, name = '', text = '']) => [name, text, 'application/json'] as const,
      )
      for (const { statusCode, body } of [
        await post('/lists', form.join('&'), FORM),
        await post('/lists', partsOf(...parts), PARTS),
      ]) {
        const reason = /^! (.*)/.exec(want)?.[1]
        t.equal(statusCode, reason === undefined ? 204 : 400, `${cell} ${body}`)
        t.match(body, reason ?? '')
        t.strictSame(kept.shift()?.body, reason === undefined ? exact(yamlOf(want)) : undefined)
      }
    }
  })
}

t.test(
  'an object or null, and a list of objects or null, are parts of JSON by default',
  async (t) => {
    const one = "{type: [object, 'null'], required: [n], properties: {n: {type: integer}}}"
    const properties = `{one: ${one}, list: {type: [array, 'null'], items: ${one}}}`
    const schema = `{type: object, properties: ${properties}}`
    const document = `POST /lists: {requestBody: {content: {multipart/form-data: {schema: ${schema}}}}}`
    const { kept, post } = await keeping(t, await contractIn(document))
    const json = (name: string, text: string) => [name, text, 'application/json'] as const
    await post('/lists', partsOf(json('one', '{"n":5}'), json('list', '[{"n":1},null]')), PARTS)
    await post('/lists', partsOf(json('one', 'null'), json('list', 'null')), PARTS)
    const [full, empty] = [
      { one: { n: 5 }, list: [{ n: 1 }, null] },
      { one: null, list: null },
    ]
    t.strictSame(kept, [{ body: full }, { body: empty }])
  },
)

const TEXTS = 'type: array, items: {type: string}'
const field = (name: string, more = TEXTS) => `{in: formData, name: ${name}, ${more}}`

/** In Swagger 2.0 commas divide lists where nothing else is said. */
const DIVIDED = {
  older: `
swagger: '2.0'
POST /lists: {consumes: [multipart/form-data], parameters: [${field('csv')}, ${field('multi', `${TEXTS}, collectionFormat: multi`)}, ${field('pipes', `${TEXTS}, collectionFormat: pipes`)}, ${field('text', 'type: string')}]}`,
  newer: `
POST /lists: {requestBody: {content: {multipart/form-data: {
  schema: {type: object, properties: {csv: {${TEXTS}}, multi: {${TEXTS}}, pipes: {${TEXTS}}}},
  encoding: {csv: {explode: false}, pipes: {style: pipeDelimited}}}}}}`,
}

for (const [name, document] of Object.entries(DIVIDED)) {
  t.test(`a list in one part is divided as an ${name} document says`, async (t) => {
    const { kept, post } = await keeping(t, await contractIn(document))
    const sent = { csv: 'a,b c', multi: 'a,b', pipes: 'a|b,c', text: 'a,b' }
    const response = await post('/lists', partsOf(...Object.entries(sent)), PARTS)
    t.equal(response.statusCode, 204, response.body)
    const body = { csv: ['a', 'b c'], multi: ['a,b'], pipes: ['a', 'b,c'], text: 'a,b' }
    t.strictSame(kept, [{ body }])
  })
}
