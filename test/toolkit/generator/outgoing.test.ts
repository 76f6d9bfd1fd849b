import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

const User = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, key: { type: 'string', writeOnly: true } },
}

const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const item = {
  post: {
    requestBody: { required: true, ...content({ $ref: '#/components/schemas/User' }) },
    responses: { 200: { description: 'd', ...content(User) } },
  },
}

function generated(openapi: string, member: string) {
  const document = {
    openapi,
    info: { title: 'T', version: '1' },
    paths: {},
    [member]: { 'user-made': item, 'x-none': 5 },
    components: { schemas: { User } },
  }
  const { files, warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
  return { outgoing: text('outgoing.ts'), types: text('types.ts'), warnings }
}

t.test('the extension x-webhooks is read as webhooks of 3.1', async (t) => {
  const want = generated('3.1.0', 'webhooks')
  t.match(want.outgoing, '  readonly body: types.User\n')
  t.match(want.types, /interface UserMadeWebhookPost200 \{\n {2}key/, 'what it receives')
  for (const version of ['3.0.3', '3.1.0']) {
    const { outgoing, types, warnings } = generated(version, 'x-webhooks')
    t.equal(outgoing.replaceAll('#/x-webhooks/', '#/webhooks/'), want.outgoing, version)
    t.equal(types.replaceAll('#/x-webhooks/', '#/webhooks/'), want.types, version)
    t.same(warnings, [])
  }
})

t.test('examples of x-webhooks are validated', async (t) => {
  const schema = { type: 'integer', example: 'a' }
  const responses = { default: { description: 'd' } }
  const document = {
    openapi: '3.0.0',
    info: { title: 'T', version: '1' },
    paths: {},
    'x-webhooks': { a: { post: { requestBody: content(schema), responses } } },
    'x-others': { a: { post: { requestBody: content(schema), responses } } },
  }
  const { warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
  t.same(
    warnings.map(({ pointer }) => pointer),
    ['#/x-webhooks/a/post/requestBody/content/application~1json/schema/example'],
  )
})
