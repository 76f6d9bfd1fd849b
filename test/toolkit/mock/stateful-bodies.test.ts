import type { Contract } from 'fastify-contract'
import t, { type Test } from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf } from '../../helpers/serve-document.js'
import { serveStateful } from './serve-stateful.js'

const content = (schema: string, more = '') =>
  `content: { application/json: { schema: ${schema}${more} } }`
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`
const list = (name: string) => `{ type: array, items: ${ref(name)} }`
const ok = (schema: string, more?: string) =>
  `{ '200': { description: d, ${content(schema, more)} } }`
const named = '[{ name: name, in: path, required: true, schema: { type: string } }]'
const byId = '[{ name: id, in: path, required: true, schema: { type: integer } }]'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Bodies, version: '1' }
paths:
  /pods:
    get: { operationId: listPods, responses: ${ok(`{ type: object, required: [items], properties: { metadata: { type: object }, items: ${list('Pod')} } }`, ', example: { items: [{ metadata: { name: first }, spec: { n: 1 } }, { spec: { n: 2 } }] }')} }
    post: { operationId: addPod, requestBody: { ${content(ref('Pod'))} }, responses: ${ok(ref('Pod'))} }
  /pods/{name}:
    parameters: ${named}
    get: { operationId: getPod, responses: ${ok(ref('Pod'))} }
    put: { operationId: putPod, requestBody: { ${content(ref('Pod'))} }, responses: ${ok(ref('Pod'))} }
    patch: { operationId: patchPod, requestBody: { ${content(ref('Pod'))} }, responses: ${ok(ref('Pod'))} }
    delete: { operationId: dropPod, responses: { '204': { description: d } } }
  /users:
    get: { operationId: listUsers, responses: ${ok(list('User'))} }
    post: { operationId: addUsers, requestBody: { ${content('{ type: array, items: { type: [object, integer] } }')} }, responses: ${ok(list('User'))} }
  /users/{id}: { get: { operationId: getUser, parameters: ${byId}, responses: ${ok(ref('User'))} } }
  /tags:
    get: { operationId: listTags, responses: ${ok(list('Tag'))} }
    post: { operationId: addTags, requestBody: { ${content(list('Tag'))} }, responses: ${ok(ref('Tag'))} }
  /tags/{id}: { get: { operationId: getTag, parameters: ${byId}, responses: ${ok(ref('Tag'))} } }
components:
  schemas:
    Pod: { type: object, properties: { metadata: { type: object, properties: { name: { type: string }, labels: { type: object } } }, spec: { type: object, properties: { n: { type: integer } } } } }
    User: { type: object, required: [id, name, since], properties: { id: { type: integer }, name: { type: string }, since: { type: string, format: date-time, readOnly: true } } }
    Tag: { type: object, properties: { id: { type: integer }, label: { type: string } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

const served = (t: Test) => serveStateful(t, contract, document)

t.test('the id of an item may be in a member of it', async (t) => {
  const send = await served(t)
  const first = { metadata: { name: 'first' }, spec: { n: 1 } }
  t.same((await send('GET', '/pods')).body.items, [first], 'an example without an id is no item')
  t.same((await send('GET', '/pods/first')).body, first)
  const pod = { metadata: { name: 'a', labels: { x: '1' } }, spec: { n: 2 } }
  t.same((await send('POST', '/pods', pod)).body, pod)
  t.same((await send('GET', '/pods/a')).body, pod)
  t.same((await send('GET', '/pods')).body.items, [first, pod])
  const put = { metadata: { labels: {} }, spec: { n: 3 } }
  t.same((await send('PUT', '/pods/a', put)).body, {
    metadata: { labels: {}, name: 'a' },
    spec: { n: 3 },
  })
  await send('PATCH', '/pods/a', { spec: { n: 4 } })
  t.same((await send('GET', '/pods/a')).body, {
    metadata: { labels: {}, name: 'a' },
    spec: { n: 4 },
  })
  await send('PATCH', '/pods/a', { metadata: { labels: { y: '2' } } })
  await send('PATCH', '/pods/a', { metadata: { labels: { y: null, z: '3' } } })
  t.same(
    (await send('GET', '/pods/a')).body,
    { metadata: { labels: { z: '3' }, name: 'a' }, spec: { n: 4 } },
    'members inside of members are merged (RFC 7396)',
  )
  const { body: made } = await send('POST', '/pods', { spec: { n: 5 } })
  t.same((await send('GET', `/pods/${made.metadata.name}`)).body, made, 'an id that the mock gives')
  t.equal((await send('DELETE', '/pods/a')).status, 204)
  t.equal((await send('GET', '/pods/a')).status, 404)
})

t.test('a request may create several items', async (t) => {
  const send = await served(t)
  const { status, body: users } = await send('POST', '/users', [
    { name: 'ada' },
    { id: 9, name: 'bob' },
  ])
  t.equal(status, 200)
  t.match(users, [
    { id: 1, name: 'ada' },
    { id: 9, name: 'bob' },
  ])
  for (const user of users) t.same((await send('GET', `/users/${user.id}`)).body, user)
  t.same((await send('GET', '/users')).body, users)
  t.same((await send('POST', '/users', [])).body, [], 'none')
  t.equal((await send('POST', '/users', [5])).status, 200, 'no items')
  t.equal((await send('GET', '/users')).body.length, 2)
})

t.test('a response without a list has the last of several items', async (t) => {
  const send = await served(t)
  t.same((await send('POST', '/tags', [{ label: 'a' }, { label: 'b' }])).body, {
    id: 2,
    label: 'b',
  })
  t.same((await send('GET', '/tags/1')).body, { id: 1, label: 'a' })
  t.equal((await send('POST', '/tags', [])).status, 200)
})
