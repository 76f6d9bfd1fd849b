import t from 'tap'
import { made } from '../../helpers/made.js'

const SENT = `{ user-made: { post: { requestBody: { required: true, content: { application/json: { schema: $User } } }, responses: { 200: { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer, readOnly: true }, key: { type: string, writeOnly: true } } } } } } } } }, x-none: 5 }
User: { type: object, properties: { id: { type: integer, readOnly: true }, key: { type: string, writeOnly: true } } }`

t.test('the extension x-webhooks is read as webhooks of 3.1', async (t) => {
  const want = made(`webhooks: ${SENT}`)
  t.match(want.text('outgoing.ts'), '  readonly body: types.User\n')
  t.match(want.text('types.ts'), /interface UserMadeWebhookPost200 \{\n {2}key/, 'what it receives')
  for (const version of ['3.0.3', '3.1.0']) {
    const { text, told } = made(`openapi: ${version}\nx-webhooks: ${SENT}`)
    for (const file of ['outgoing.ts', 'types.ts'])
      t.equal(text(file).replaceAll('#/x-webhooks/', '#/webhooks/'), want.text(file), version)
    t.same(told, [])
  }
})

t.test('examples of x-webhooks are validated', async (t) => {
  const events =
    '{ a: { post: { requestBody: { content: { application/json: { schema: { type: integer, example: a } } } }, responses: { default: { description: d } } } } }'
  const { warnings } = made(`openapi: 3.0.0\nx-webhooks: ${events}\nx-others: ${events}`)
  t.match(warnings, [{ pointer: /^#\/x-webhooks\/a\/post\/requestBody\/.*\/example$/ }])
  t.equal(warnings.length, 1)
})
