import t from 'tap'
import { withExamples } from '#toolkit/mock/documented-values.js'
import { exampleUrl } from '#toolkit/mock/example-url.js'
import { examplesIn } from '#toolkit/mock/examples.js'
import { unreadExamples } from '#toolkit/mock/external-values.js'
import { rowsOf, tableOf, yamlOf } from '../../helpers/rows.js'

const json = 'application/json'
const operation = { path: '/a~b', method: 'GET' }

/** A document with these responses of one operation. */
const responses = (all: object, more: object = {}) => ({
  paths: { '/a~b': { get: { responses: all } } },
  ...more,
})

type Row = readonly [name: string, document: unknown, wanted: (readonly [string, unknown])[]]

/** A document, and the examples of its operation by their names. */
const table: Row[] = [
  ...tableOf<Row>(`
  an example | {paths: {/a~b: {get: {responses: {'200': {content: {application/json: {example: 1}}}}}}}} | [['', 1]]
  examples by name | {paths: {/a~b: {get: {responses: {'200': {content: {application/json: {examples: {a: {value: 1}, b: {dataValue: 2, serializedValue: '3'}, c: {}, d: 5, e: {serializedValue: '3'}}}}}}}}}} | [[a, 1], [b, 2], [e, '3']]
  of the schema | {paths: {/a~b: {get: {responses: {'200': {content: {application/json: {schema: {example: 1, examples: [2]}}}}}}}}} | [['', 1]]
  of the schema, 3.1 | {paths: {/a~b: {get: {responses: {'200': {content: {application/json: {schema: {examples: [2, 3]}}}}}}}}} | [['', 2]]
  null is one | {paths: {/a~b: {get: {responses: {'200': {content: {application/json: {example: null}}}}}}}} | [['', null]]
  media types with parameters | {paths: {/a~b: {get: {responses: {'200': {content: {Application/JSON; v=1: {example: 1}}}}}}}} | [['', 1]]
  Swagger 2.0 | {paths: {/a~b: {get: {responses: {'200': {examples: {application/json: 1}}}}}}} | [['', 1]]
  the schema of Swagger 2.0 | {paths: {/a~b: {get: {responses: {'200': {schema: {example: 1}}}}}}} | [['', 1]]
  behind references | {paths: {/a~b: {get: {responses: {'200': {$ref: '#/components/responses/a%20b'}}}}}, components: {responses: {a b: {content: {application/json: {examples: {e: {$ref: '#/components/examples/e~1f'}}}}}}, examples: {e/f: {value: 1}}}} | [[e, 1]]
  a path item behind one | {paths: {/a~b: {$ref: '#/components/pathItems/~0'}}, components: {pathItems: {'~': {get: {responses: {'200': {content: {application/json: {example: 1}}}}}}}}} | [['', 1]]
  references that lead nowhere | {paths: {/a~b: {get: {responses: {'200': {$ref: '#/nowhere'}}}}}} | []
  references to elsewhere | {paths: {/a~b: {get: {responses: {'200': {$ref: other.json#/a}}}}}} | []
  references that are none | {paths: {/a~b: {get: {responses: {'200': {$ref: '#/%'}}}}}} | []
  references in circles | {paths: {/a~b: {get: {responses: {'200': {$ref: '#/paths/~1a~0b/get/responses/200'}}}}}} | []
  `),
  ['what every object has', responses(Object.create({ 200: {} })), []],
  ['no document', undefined, []],
]

for (const [name, document, wanted] of table)
  t.test(name, async (t) => t.same([...examplesIn(document).of(operation, '200', json)], wanted))

t.test('additional operations are found', async (t) => {
  const get = { responses: { 200: { content: { [json]: { example: 1 } } } } }
  const document = { paths: { '/a~b': { additionalOperations: { COPY: get } } } }
  const found = examplesIn(document).of({ ...operation, method: 'COPY' }, '200', json)
  t.same([...found], [['', 1]])
})

/** The parameters of a path, the rest of its document, and how its route is written with their examples. */
const ROUTES = rowsOf(`
  [1] | {} | /a~b
  [{ in: query, name: q, required: true, example: a&b }] | {} | /a~b?q=a%26b
  [{ in: query, name: q, example: unseen }] | {} | /a~b
  [{ in: query, name: q a, required: true, content: { application/json: { example: { a: 1 } } } }] | {} | /a~b?q%20a={q a}
  [{ in: query, name: q, required: true, schema: { examples: [5, 6] } }] | {} | /a~b?q=5
  [{ in: query, name: q, required: true, example: [a, b] }] | {} | /a~b?q={q}
  [{ in: query, name: q, required: true, schema: { items: { example: 4 } } }] | {} | /a~b?q=4
  [{ $ref: '#/p' }] | { p: { in: query, name: q, required: true, example: 10 } } | /a~b?q=10
  [{ in: query, name: q, required: true, x-example: 10 }] | { swagger: '2.0' } | /a~b?q=10
`)

t.test('a route is written with the examples of its parameters', async (t) => {
  for (const [parameters = '', more = '', url] of ROUTES) {
    const get = { parameters: yamlOf(parameters) }
    const document = { paths: { '/a~b': { get } }, ...Object(yamlOf(more)) }
    const found = examplesIn(document).parameters(operation)
    t.equal(exampleUrl(operation.path, found), url, parameters)
  }
  const schema = { pointer: '#', value: {} }
  const own = { name: 'a', in: 'query', schema, isRequired: true, style: undefined }
  const query = { ...own, examples: [true] }
  t.equal(exampleUrl('/a?b=c', [query]), '/a?b=c&a=true')
  t.equal(exampleUrl('/{a}', [{ ...query, in: 'path', examples: ['b/c'] }]), '/b%2Fc')
  t.equal(exampleUrl('/{a}', [{ ...query, in: 'path', examples: [] }]), '/{a}')
})

t.test('an example that is elsewhere is said not to be read', async (t) => {
  const elsewhere = { externalValue: './a.json' }
  const examples = { one: elsewhere, two: { value: null, ...elsewhere } }
  t.equal(unreadExamples({ examples: [elsewhere] }), undefined)
  t.match(unreadExamples({ a: { examples } }), /^`externalValue` .* read: #\/a\/examples\/one;/)
  t.match(unreadExamples([{ examples }, { examples }]), /#\/0\/examples\/one and 1 more;/)
})

t.test('an example of a member __proto__ is an own member: nothing else is changed', async (t) => {
  const members = JSON.parse('{"__proto__": {"properties": {"a": {"example": 1}}}}')
  const schema = { pointer: '#', value: { properties: members } }
  const body = withExamples({}, schema, { b: 2 }, () => true)
  t.equal(JSON.stringify(body), '{"b":2,"__proto__":{"a":1}}')
  t.notOk('a' in Object.prototype)
})
