import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

const responses = { 204: { description: 'd' } }
const integer = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } })

/** The model of a document with these members, and its warnings. */
function read(members: object, ignore: string[] = []) {
  const info = { title: 'T', version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, ...members })
  const { model, warnings } = generateFrom(parse('a.json', text), { ignore })
  const told = warnings.map(({ pointer, message }) => `${pointer} ${message}`)
  return { operations: model.operations, schemas: model.schemas, told }
}

/** The problems of a document that is refused. */
function problems(members: object): string[] {
  try {
    read(members)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const wrong = error.diagnostics.filter(({ family }) => family === 'wrong')
    return wrong.map(({ pointer, message }) => `${pointer} ${message}`)
  }
  return []
}

const ids = ({ operations }: ReturnType<typeof read>) =>
  operations.map(({ method, parameterGroups }) => {
    const names = parameterGroups.flatMap(({ parameters }) => parameters.map(({ name }) => name))
    return [method, ...names].join(' ')
  })

const USED = 'OpenAPI allows no reference here; its target is used'

t.test('an operation is a reference', async (t) => {
  const remove = { parameters: [integer('a')], responses, security: [{ key: [] }] }
  const securitySchemes = { key: { type: 'http', scheme: 'bearer' } }
  const found = read({
    paths: { '/x': { delete: { $ref: '#/x-delete' } } },
    components: { securitySchemes },
    'x-delete': remove,
  })
  t.strictSame(ids(found), ['DELETE a'])
  t.strictSame(found.operations[0]?.security, [{ key: [] }])
  t.strictSame(found.told, [`#/paths/~1x/delete ${USED}`])
})

t.test('members beside a reference are refused where OpenAPI allows none', async (t) => {
  const beside = { $ref: '#/x-get', security: [] }
  t.strictSame(problems({ paths: { '/x': { get: beside } }, 'x-get': { responses } }), [
    '#/paths/~1x/get OpenAPI allows no reference here, and `security` beside it would be lost',
  ])
})

t.test('members beside a Reference Object are ignored, which is told', async (t) => {
  const requestBody = { $ref: '#/components/requestBodies/A', required: true, description: 'd' }
  const requestBodies = { A: { content: { 'application/json': {} } } }
  const found = read({
    paths: { '/x': { post: { requestBody, responses } } },
    components: { requestBodies },
  })
  t.equal(found.operations[0]?.requestBody?.required, false)
  t.strictSame(found.told, [
    '#/paths/~1x/post/requestBody `required` beside `$ref` is ignored, as OpenAPI says',
  ])
})

t.test('a list has references to lists', async (t) => {
  const get = { parameters: [integer('a'), { $ref: '#/x-more' }], responses }
  const more = [integer('b'), { $ref: '#/x-one' }]
  const found = read({ paths: { '/x': { get } }, 'x-more': more, 'x-one': integer('c') })
  t.strictSame(ids(found), ['GET a b c'])
  t.strictSame(found.told, [`#/paths/~1x/get/parameters/1 ${USED}`])
  const circle = { paths: { '/x': { get } }, 'x-more': [{ $ref: '#/x-more' }] }
  t.match(problems(circle), [/the list contains itself/])
})

t.test('a path item has fields beside its reference', async (t) => {
  const item = { $ref: '#/x-item', parameters: [integer('a')], put: { responses } }
  const other = { get: { parameters: [integer('b')], responses } }
  const found = read({ paths: { '/x': item }, 'x-item': other })
  t.strictSame(ids(found), ['GET a b', 'PUT a'])
  t.strictSame(found.told, [])
  const again = { ...other, put: { responses } }
  t.strictSame(problems({ paths: { '/x': item }, 'x-item': again }), [
    '#/paths/~1x `put` is here and in the path item that `$ref` refers to',
  ])
  const nothing = { paths: { '/x': { $ref: '#/x-none' } } }
  t.match(problems(nothing), [/nothing is at #\/x-none/])
})

t.test('a parameter refers to its schema', async (t) => {
  const schemas = { Age: { type: 'integer' } }
  const $ref = '#/components/schemas/Age'
  const get = { parameters: [{ name: 'a', in: 'query', $ref }], responses }
  const found = read({ paths: { '/x': { get } }, components: { schemas } })
  const [parameter] = found.operations[0]?.parameterGroups[0]?.parameters ?? []
  t.strictSame(parameter?.coerce, { scalars: ['integer'] })
  t.match(found.told, [/it has `\$ref` and no `schema`; taken for its schema/])
  const paths = { '/x': { get: { parameters: [{ $ref }], responses } } }
  t.match(problems({ paths, components: { schemas } }), [/this is no parameter/])
})

t.test('a requirement and a server are references', async (t) => {
  const securitySchemes = { key: { type: 'http', scheme: 'bearer' } }
  const members = { paths: { '/x': { get: { responses } } }, components: { securitySchemes } }
  const $ref = '#/x-part'
  const secured = read({ ...members, security: [{ $ref }], 'x-part': { key: [] } })
  t.strictSame(secured.operations[0]?.security, [{ key: [] }])
  const served = read({ ...members, servers: [{ $ref }], 'x-part': { url: '/v1' } })
  t.strictSame(served.told, [`#/servers/0 ${USED}`])
  for (const member of ['security', 'servers'])
    t.match(problems({ ...members, [member]: [{ $ref }] }), [/nothing is at #\/x-part/], member)
})

t.test('long values are shown exactly, and in part', async (t) => {
  const text =
    'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n' +
    'components: {schemas: {A: {enum: [&a {a: 9007199254740993, b: LONG}, *a]}}}'
  const told = (b: string) => {
    const { warnings } = generateFrom(parse('a.yaml', text.replace('LONG', b)))
    return warnings.map(({ message }) => message)
  }
  t.match(told('c'), [/lists \{"a":"9007199254740993","b":"c"\} twice/])
  t.match(told('c'.repeat(80)), [/lists \{"a":"9007199254740993","b":"c+… twice/])
})

t.test('a `$ref` that is no string is refused', async (t) => {
  const paths = { '/x': { get: { responses: { 200: { $ref: 7 } } } } }
  t.match(problems({ paths }), [/\/\$ref expected a string, found a number/])
})

t.test('a misspelt member that a check depends on is refused', async (t) => {
  const wrong = (operation: object) => problems({ paths: { '/x': { get: operation } } })
  for (const name of ['Security', 'securty', 'securityy', 'secuirty', 'sekurity']) {
    t.match(wrong({ [name]: [], responses }), [
      new RegExp(`member \`${name}\` is unknown, and what \`security\` says would be lost`),
    ])
  }
  for (const name of ['describtion', 'secret', 'safety', 'get'])
    t.strictSame(wrong({ [name]: 'd', responses }), [], name)
})

t.test('a `security` without a value is refused', async (t) => {
  const message = '`security` is empty'
  t.strictSame(problems({ paths: {}, security: null }), [`# ${message}`])
  t.strictSame(problems({ paths: { '/x': { get: { responses, security: null } } } }), [
    `#/paths/~1x/get ${message}`,
  ])
})

t.test('a pattern of another language is left out on demand', async (t) => {
  const schemas = { A: { type: 'string', pattern: '(?i)a' } }
  const members = { paths: {}, components: { schemas } }
  t.match(problems(members), [/is no regular expression of ECMA-262/])
  const found = read(members, ['pattern'])
  t.strictSame(found.schemas[0]?.schema, { type: 'string' })
  t.match(found.told, [/left out: the pattern/])
})
