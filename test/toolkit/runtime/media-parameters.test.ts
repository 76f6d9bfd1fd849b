import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { type AnyHandler, contractOf, serveContract } from '../../helpers/serve-document.js'
import { documentOf, keeping } from './keeping.js'

const USER = 'application/vnd.u+json'
const JSON_TYPE = 'application/json'

const requiring = (name: string) => ({
  schema: { type: 'object', required: [name], properties: { [name]: { const: name } } },
})
const shared = { schema: { $ref: '#/components/schemas/S' } }

const text = documentOf(
  {
    'post users': {
      operationId: 'send',
      requestBody: {
        required: true,
        content: {
          [`${USER}; type=basic`]: requiring('a'),
          [`${USER};type="internal"`]: requiring('b'),
        },
      },
    },
    'get users': {
      operationId: 'read',
      responses: {
        200: {
          description: 'd',
          content: {
            [`${JSON_TYPE};odata.metadata=minimal`]: shared,
            [JSON_TYPE]: shared,
            [`${JSON_TYPE}; v=2`]: shared,
            [`${JSON_TYPE}; v=3`]: { ...requiring('c'), example: { c: 'c', d: 1 } },
          },
        },
      },
    },
  },
  { components: { schemas: { S: { type: 'object', properties: { a: { type: 'integer' } } } } } },
)
const contract = await contractOf(t, text)

const requests: [type: string, body: string, status: number, told?: string][] = [
  [`${USER}; type=basic`, '{"a":"a"}', 204, `${USER}; type=basic`],
  [`${USER}; type=basic`, '{"b":"b"}', 400],
  [`${USER};TYPE=internal; charset=utf-8`, '{"b":"b"}', 204, `${USER}; type=internal`],
  [`${USER}; type=internal`, '{"a":"a"}', 400],
  [USER, '{"a":"a"}', 204, `${USER}; type=basic`],
  [`${USER}; type=Basic`, '{"a":"a"}', 415],
]

for (const [type, payload, status, told] of requests) {
  t.test(`${payload} as ${type} is answered with ${status}`, async (t) => {
    const { kept, post } = await keeping(t, contract)
    const response = await post('/users', payload, type)
    t.equal(response.statusCode, status, response.body)
    t.equal(kept[0]?.contentType, told)
    const accepted = `${USER}; type=basic, ${USER}; type=internal`
    t.equal(response.headers.accept, status === 415 ? accepted : undefined)
  })
}

const written = (parameters: string) => `${JSON_TYPE}${parameters}; charset=utf-8`

const responses: [named: string | undefined, accept: string | undefined, type: string][] = [
  [undefined, undefined, written('; odata.metadata=minimal')],
  [undefined, `${JSON_TYPE};v=2`, written('; v=2')],
  [undefined, `${JSON_TYPE}; charset=UTF-8;v="2"`, written('; v=2')],
  [undefined, `${JSON_TYPE};q=0.1, ${JSON_TYPE}; v=2; q=0.2`, written('; v=2')],
  [undefined, 'text/csv', written('; odata.metadata=minimal')],
  [JSON_TYPE, `${JSON_TYPE};v=2`, written('')],
  [`${JSON_TYPE}; v=2`, undefined, written('; v=2')],
  [`${JSON_TYPE}; odata.metadata=minimal`, undefined, written('; odata.metadata=minimal')],
]

for (const [contentType, accept, type] of responses) {
  t.test(`what is named ${contentType} is sent to ${accept} as ${type}`, async (t) => {
    const read: AnyHandler = () => ({
      status: 200,
      body: { a: 1 },
      ...(contentType && { contentType }),
    })
    const app = await serveContract(t, contract, { handlers: { read } })
    const response = await app.inject({ url: '/users', headers: accept ? { accept } : {} })
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.headers['content-type'], type)
  })
}

t.test('a mock answers with the media type that has the parameters of Accept', async (t) => {
  const app = await serveContract(t, contract, {
    missing: mock(contract, { document: JSON.parse(text) }),
    unnamedMembers: 'send',
  })
  const response = await app.inject({ url: '/users', headers: { accept: `${JSON_TYPE};v=3` } })
  t.equal(response.headers['content-type'], written('; v=3'))
  t.equal(response.body, '{"c":"c","d":1}')
})

t.test('types name media types with their parameters', async (t) => {
  const { files } = generateFrom(parse('a.yaml', text))
  const types = files.map((file) => file.text).join('\n')
  for (const name of [`${USER}; type=basic`, `${USER}; type=internal`, `${JSON_TYPE}; v=2`]) {
    t.ok(types.includes(`'${name}'`), name)
  }
})
