import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

/** The only operation of a document, and its warnings. */
function read(operation: object, path = '/x') {
  const info = { title: 'T', version: '1' }
  const responses = { 204: { description: 'd' } }
  const paths = { [path]: { post: { operationId: 'x', responses, ...operation } } }
  const { model, warnings } = generateFrom(
    parse('a.json', JSON.stringify({ openapi: '3.1.0', info, paths })),
  )
  return { operation: model.operations[0], told: warnings.map(({ message }) => message) }
}

const schemas: object[] = [
  { type: 'string' },
  { properties: { a: true } },
  { allOf: [{ type: 'string' }] },
  { anyOf: [{ type: 'string' }] },
  { oneOf: [{ type: 'string' }] },
  { items: { type: 'string' } },
]

for (const schema of schemas) {
  t.test(`a schema stands for a body: ${JSON.stringify(schema)}`, async (t) => {
    const body = read({ requestBody: schema })
    t.match(body.operation?.requestBody?.content, [{ mediaType: 'application/json' }])
    t.strictSame(body.told, ['this is a schema; taken for that of a body of application/json'])
    const response = read({ responses: { 200: { description: 'd', schema } } })
    t.match(response.operation?.responses[0]?.content, [{ mediaType: 'application/json' }])
    t.strictSame(response.told, [
      'it has `schema` and no `content`; taken for that of a body of application/json',
    ])
  })
}

t.test('a value that is no schema is ignored', async (t) => {
  const body = { description: 'd', content: {} }
  t.equal(read({ requestBody: body }).operation?.requestBody, undefined)
  t.strictSame(
    read({ responses: { 200: { description: 'd' } } }).operation?.responses[0]?.content,
    [],
  )
})

t.test('an undeclared path parameter is a string', async (t) => {
  const { operation, told } = read({}, '/x/{a}')
  t.strictSame(told, ['{a} of the path is not declared; taken for a string'])
  t.strictSame(
    operation?.parameterGroups.flatMap(({ parameters }) => parameters),
    [
      {
        name: 'a',
        in: 'path',
        pointer: '#/paths/~1x~1{a}/post',
        required: true,
        deprecated: false,
        schema: { type: 'string' },
        style: 'simple',
        explode: false,
        coerce: { scalars: ['string'] },
      },
    ],
  )
})

t.test('a handler of HEAD need not have the body that is not sent', async (t) => {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  const responses = { 200: { description: 'd', content } }
  const paths = {
    '/x': { get: { operationId: 'read', responses }, head: { operationId: 'look', responses } },
  }
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }
  const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = files.find(({ name }) => name === 'operations.ts')?.text ?? ''
  const bodies = [...text.matchAll(/interface (\w+)Result200 \{[^}]*readonly (body\??):/g)]
  t.strictSame(
    bodies.map(([, name, member]) => [name, member]),
    [
      ['Read', 'body'],
      ['Look', 'body?'],
    ],
  )
})
