import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { itemIn } from '#toolkit/mock/envelope.js'
import { mock } from '#toolkit/mock/index.js'
import { itemSent } from '#toolkit/mock/item-shape.js'
import { newId } from '#toolkit/mock/new-id.js'
import { described } from '#toolkit/mock/schema-parts.js'
import { selected } from '#toolkit/mock/selection.js'
import { idIn, rolesOf } from '#toolkit/openapi/resources/roles.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const json = (schema: string, more = '') =>
  `content: { application/json: { schema: ${schema}${more} } }`
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`
const path = (name: string, schema = '{ type: string }') =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`
const answers = (status: number, schema: string, more = '') =>
  `responses: { '${status}': { description: d${more}, ${json(schema)} } }`
const none = `responses: { '204': { description: d } }`
const takes = (schema: string) => `requestBody: { required: true, ${json(schema)} }`
const location = (schema: string) =>
  `, headers: { Location: { required: true, schema: ${schema} } }`

const DOCUMENT = `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /teams/:
    post: { operationId: addTeam, ${takes(`{ type: object, properties: { team: ${ref('NewTeam')} } }`)}, ${answers(201, `{ type: object, required: [action, team], properties: { action: { type: object, required: [id], properties: { id: { type: integer }, kind: { type: string } } }, team: ${ref('Team')} } }`, location('{ type: string, format: uri }'))} }
    get: { operationId: listTeams, ${answers(200, `{ type: object, required: [page], properties: { page: { type: object, required: [teams], properties: { teams: { allOf: [{ type: array, maxItems: 0, items: ${ref('Team')} }, { description: d }] } } } } }`)} }
  /teams/{teamId}/:
    ${path('teamId')}
    get: { operationId: getTeam, ${answers(200, `{ type: object, required: [team], properties: { team: ${ref('Team')} } }`)} }
    delete: { operationId: dropTeam, requestBody: { ${json('{ type: object }')} }, ${answers(200, `{ type: object, required: [team], properties: { team: ${ref('Team')} } }`)} }
    patch: { operationId: patchTeam, ${takes(`{ type: object, properties: { team: ${ref('NewTeam')} } }`)}, ${none} }
  /codes:
    post: { operationId: addCode, ${takes('{ type: object }')}, ${answers(200, ref('Code'), location('{ type: integer }'))} }
    get: { operationId: listCodes, ${answers(200, `{ type: array, items: { allOf: [${ref('Code')}, { required: [state] }] } }`)} }
  /codes/{code}: { ${path('code', '{ type: string, pattern: "^c-[0-9a-f]{6}$" }')}, get: { operationId: getCode, ${answers(200, ref('Code'))} } }
  /tokens: { post: { operationId: addToken, ${takes('{ type: object }')}, ${answers(200, '{ type: object, required: [id], properties: { id: { type: string, minLength: 20 } } }')} } }
  /tokens/{id}: { ${path('id', '{ enum: [a, b, cccccccccccccccccccccc, dddddddddddddddddddddd] }')}, get: { operationId: getToken, ${answers(200, '{ type: object, required: [id], properties: { id: { type: string, minLength: 20 } } }')} } }
  /bare/{x}: { get: { operationId: bare, ${answers(200, '{ type: object, required: [x], properties: { x: { type: string } } }')} } }
  /keys/{name}: { ${path('name')}, put: { operationId: putKey, ${takes('{ type: object }')}, responses: { '200': { description: d, ${json(ref('Key'))} }, '201': { description: d, ${json(ref('Key'))} } } }, get: { operationId: getKey, ${answers(200, ref('Key'))} } }
  /locks/{name}: { ${path('name')}, put: { operationId: putLock, ${takes('{ type: object }')}, responses: { '201': { description: d, ${json(ref('Key'))} }, '204': { description: d } } }, get: { operationId: getLock, ${answers(200, ref('Key'))} } }
  /flags/{name}: { ${path('name')}, put: { operationId: putFlag, ${takes('{ type: object }')}, ${answers(200, ref('Key'))} }, get: { operationId: getFlag, ${answers(200, ref('Key'))} } }
  /jobs: { post: { operationId: addJob, ${answers(202, '{ type: string }')} } }
  /jobs/{id}: { ${path('id', '{ type: integer }')}, get: { operationId: getJob, ${answers(200, '{ type: object, required: [state], properties: { state: { type: string } } }')} } }
  /runs: { post: { operationId: addRun, ${takes('{ type: object }')}, ${answers(202, '{ type: integer, minimum: 1 }')} } }
  /runs/{runId}: { ${path('runId')}, post: { operationId: startRun, ${none} } }
  /policies: { post: { operationId: addPolicy, ${takes(ref('Policy'))}, ${answers(200, '{ type: object, required: [done], properties: { done: { const: true } } }')} } }
  /policies/{id}: { ${path('id', '{ type: integer }')}, get: { operationId: getPolicy, ${answers(200, ref('Policy'))} } }
  /plans: { post: { operationId: addPlan, ${takes('{ type: object }')}, responses: { '200': { description: d, content: { application/json: { example: { plan: { id: 7, name: basic } } } } } } } }
  /plans/{id}: { ${path('id', '{ type: integer }')}, get: { operationId: getPlan, responses: { '200': { description: d, content: { application/json: { schema: { type: object }, example: { plan: { id: 7, name: basic, tags: [{ a: 1 }] } } } } } } } }
components:
  schemas:
    NewTeam: { type: object, properties: { name: { type: string }, secret: { type: string, writeOnly: true } } }
    Team: { type: object, required: [id, owner], properties: { id: { type: string }, name: { type: string }, owner: { type: string } } }
    Code: { type: object, required: [code], properties: { code: { type: string, minLength: 8 }, state: { type: integer } } }
    Key: { type: object, required: [value], properties: { value: { type: string } } }
    Policy: { type: object, required: [insurancePolicyId], properties: { insurancePolicyId: { type: integer }, title: { type: string } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)
const app = await serveContract(t, contract as never, {
  missing: mock(contract, { document, stateful: true }),
  unnamedMembers: 'send',
})

async function send(method: string, url: string, payload?: object) {
  const { statusCode, headers, body } = await app.inject({
    method: method as 'GET',
    url,
    ...(payload && { payload }),
  })
  return { status: statusCode, headers, body: body && JSON.parse(body) }
}

t.test('items are found in requests and responses that have something around them', async (t) => {
  const made = await send('POST', '/teams/', { team: { name: 'red', secret: 's' } })
  t.match(made, { status: 201, body: { team: { id: '1', name: 'red', owner: String } } })
  t.type(made.body.action.id, 'number')
  t.equal(made.headers.location, 'http://localhost:80/teams/1', 'a URI has to be absolute')
  t.same((await send('GET', '/teams/1/')).body, { team: made.body.team })
  t.equal((await send('PATCH', '/teams/1/', { team: { name: 'blue' } })).status, 204)
  t.match((await send('GET', '/teams/1/')).body, { team: { name: 'blue' } })
  t.same((await send('GET', '/teams/')).body.page.teams, [], 'no list may have an item')
  const dropped = await send('DELETE', '/teams/1/', { team: { name: 'green' } })
  t.match(dropped.body, { team: { name: 'blue' } }, 'what a removal says changes nothing')
})

t.test('ids are such as paths and bodies may have', async (t) => {
  const [one, two] = [await send('POST', '/codes', {}), await send('POST', '/codes', {})]
  for (const { body, headers } of [one, two]) {
    t.match(body.code, /^c-[0-9a-f]{6}$/)
    t.match(headers.location, /^\d+$/, 'no address is possible')
    t.same((await send('GET', `/codes/${body.code}`)).body, body)
  }
  t.not(one.body.code, two.body.code)
  const { body: listed } = await send('GET', '/codes')
  t.match(listed, [{ code: one.body.code }, { code: two.body.code }])
  t.type(listed[0].state, 'number', 'what an element has to have')
})

t.test('an id is drawn as bodies have it, and a path without its parameter has any', async (t) => {
  for (let count = 0; count < 3; count++) {
    const { body } = await send('POST', '/tokens', {})
    t.match(body.id, /^.{20,}$/)
  }
  t.match(await send('GET', '/bare/a'), { status: 200, body: { x: 'a' } })
})

t.test('PUT creates where nothing else does', async (t) => {
  t.match(await send('PUT', '/keys/a', { value: 'x' }), { status: 201, body: { value: 'x' } })
  t.match(await send('PUT', '/keys/a', { value: 'y' }), { status: 200, body: { value: 'y' } })
  t.match((await send('GET', '/keys/a')).body, { value: 'y' })
  t.equal((await send('PUT', '/locks/a', { value: 'x' })).status, 201)
  t.equal((await send('PUT', '/locks/a', { value: 'y' })).status, 204, 'it has replaced')
  t.match(await send('PUT', '/flags/a', { value: 'x' }), { status: 200, body: { value: 'x' } })
})

t.test('an id may be all of an answer, and a request may have no body', async (t) => {
  t.same((await send('POST', '/jobs')).body, '1')
  t.equal((await send('GET', '/jobs/1')).status, 200)
  t.equal((await send('GET', '/jobs/2')).status, 404)
  t.equal((await send('POST', '/runs', { a: 1 })).body, 1)
})

t.test('ids have the names of their items, and some responses have no item', async (t) => {
  const body = { insurancePolicyId: 5, title: 'a' }
  t.same((await send('POST', '/policies', body)).body, { done: true })
  t.same((await send('GET', '/policies/5')).body, body)
})

t.test('an example says where an item is if no schema does', async (t) => {
  t.same((await send('POST', '/plans', { name: 'big' })).body, { plan: { name: 'big', id: 8 } })
  t.same((await send('GET', '/plans/8')).body, { plan: { name: 'big', id: 8 } })
  t.match((await send('GET', '/plans/7')).body, { plan: { name: 'basic' } })
})

t.test('a path may be an item and have a list', async (t) => {
  const found = rolesOf(
    [
      'GET /cards/{id}',
      'PUT /cards/{id}',
      'GET /cards/{id}/{field}',
      'GET /apps',
      'GET /apps/{key}',
      'POST /apps/{key}',
      'GET /apps/{key}/{id}',
      'GET /sets',
      'GET /sets/{set}',
      'DELETE /sets/{set}/{id}',
      'GET /lone/{set}',
      'GET /lone/{set}/{id}',
    ].map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return { operationId: route, method, path }
    }),
  )
  const actions = [...found].map(([name, { action, resource }]) => {
    return `${name}: ${action} ${resource.collection}`
  })
  t.same(actions, [
    'GET /cards/{id}: read /cards',
    'PUT /cards/{id}: replace /cards',
    'GET /cards/{id}/{field}: read /cards/{id}',
    'GET /apps: list /apps',
    'GET /apps/{key}: list /apps/{key}',
    'POST /apps/{key}: create /apps/{key}',
    'GET /apps/{key}/{id}: read /apps/{key}',
    'GET /sets: list /sets',
    'GET /sets/{set}: read /sets',
    'DELETE /sets/{set}/{id}: remove /sets/{set}',
    'GET /lone/{set}: list /lone/{set}',
    'GET /lone/{set}/{id}: read /lone/{set}',
  ])
})

t.test('the id of an item has one of many names', async (t) => {
  const table: [properties: string[], names: string[], id: string | undefined][] = [
    [['name', 'id'], ['petId', 'id'], 'id'],
    [['PET_ID', 'name'], ['petId', 'name'], 'name'],
    [['PET_ID', 'title'], ['petId', 'name'], 'PET_ID'],
    [['insurancePolicyId', 'ownerId'], ['id', 'lifeInsurancePolicyId'], 'insurancePolicyId'],
    [['ownerId'], ['id', 'guid', 'petId'], undefined],
  ]
  for (const [properties, names, id] of table) {
    t.equal(idIn(new Map(properties.map((each) => [each, 1])), names), id)
  }
})

t.test('the place of an item is the likest to it', async (t) => {
  const shape = {
    id: 'id',
    properties: new Map(['id', 'a', 'b'].map((each) => [each, {} as never])),
  }
  const place = (properties: object) => itemIn({}, { pointer: '#', value: { properties } }, shape)
  const item = { properties: { id: {}, a: {} } }
  t.same(place({ other: { properties: { id: {}, c: {} } }, one: item }), ['one'])
  t.same(place({ a: {}, b: {}, c: {} }), [], 'without its id')
  t.equal(place({ a: {}, c: {} }), undefined)
  t.equal(place({}), undefined)
})

t.test('what a client sends may be around the item', async (t) => {
  const shape = { id: 'id', properties: new Map([['a', {} as never]]) }
  t.same(itemSent(shape, { a: 1 }), { a: 1 })
  t.same(itemSent(shape, { item: { a: 1 } }), { a: 1 })
  t.same(itemSent(shape, { item: { b: 1 } }), { item: { b: 1 } })
})

t.test('ids are the simplest that are possible', async (t) => {
  const choice = (more: object) =>
    newId({
      schema: undefined,
      known: new Set(['1', 'a']),
      sample: 'a',
      draws: [],
      isPossible: () => true,
      ...more,
    })
  t.equal(choice({}), '2')
  t.equal(choice({ sample: 'b', isPossible: (id: unknown) => id === 'b' }), 'b')
  const draws = [() => undefined, () => 'c']
  t.equal(choice({ draws, isPossible: (id: unknown) => id === 'c' }), 'c')
  t.equal(choice({ draws, isPossible: () => false }), 'a', 'the one that a response has')
  t.equal(choice({ sample: undefined, isPossible: () => false }), '2')
})

t.test('a schema that says nothing is that of an example', async (t) => {
  const located = (value: unknown) => ({ pointer: '#', value })
  const list = located({ items: {} })
  t.equal(described({}, list, {}), list)
  const object = { type: 'object', properties: { a: {}, b: { type: 'array', items: {} } } }
  t.same(described({}, located({ type: 'object' }), { a: 1, b: ['x'] })?.value, object)
  t.same(described({}, undefined, [])?.value, { type: 'array' })
  t.equal(described({}, undefined, undefined), undefined)
  let deep: unknown = 1
  for (let depth = 0; depth < 9; depth++) deep = { deep }
  t.match(described({}, undefined, deep)?.value, { type: 'object' })
})

t.test('members that are objects select nothing', async (t) => {
  const items = [
    { id: 1, owner: { id: 3 }, tags: ['a', 'b'] },
    { id: 2, owner: 4, tags: ['c'] },
  ]
  const ids = (query: object) => selected(items, query as never).page.map(({ id }) => id)
  t.same(ids({ owner: 4 }), [1, 2])
  t.same(ids({ owner: 5 }), [1])
  t.same(ids({ tags: 'b' }), [1])
})
