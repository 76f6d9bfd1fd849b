import { setImmediate as turn } from 'node:timers/promises'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { contractIn } from './keeping.js'

const contract = await contractIn(`
security: [{ token: [] }, { key: [] }, { oauth: [] }, { mutual: [] }, { digest: [] }]
GET /plants/{id}.{format}:
  operationId: read
  summary: Reads a plant.
  description: Of the store.
  deprecated: true
  tags: [plants]
  parameters:
    - &id { name: id, in: path, required: true, schema: { type: integer, format: int64, maximum: 9007199254740993 } }
    - &format { name: format, in: path, required: true, schema: { type: string } }
    - { name: q, in: query, required: true, schema: $Filter }
    - { name: X-A, in: header, schema: { type: string, default: x } }
    - { name: c, in: cookie, schema: { type: string } }
  responses:
    200:
      description: Found.
      headers: { X-Total: { schema: { type: integer } } }
      content: { application/json: { schema: $Plant }, text/plain: {}, application/jsonl: { itemSchema: $Plant }, image/png: {} }
    4XX: { description: Refused. }
PUT /plants/{id}.{format}:
  operationId: write
  security: []
  parameters: [*id, *format]
  requestBody: { content: { application/json: { schema: $Plant }, multipart/mixed: { schema: { type: object } } } }
  responses: { default: { description: Done. } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: k }
    oauth: { type: oauth2, flows: {} }
    mutual: { type: mutualTLS }
    digest: { type: openIdConnect, openIdConnectUrl: 'https://a.example' }
Filter: { type: object, properties: { name: { type: string } } }
Plant: { type: object, required: [kind], properties: { kind: { const: plant }, parent: { anyOf: [$Plant, { type: 'null' }] }, names: { type: [string, array, 'null'] }, n: { type: [integer, 'null'] } } }`)
const handlers = { read: () => ({ status: 404 }), write: () => ({ status: 204 }) }
const any = { authenticate: () => true }
const security = { token: any, key: any, oauth: any, mutual: any, digest: any }

const info = { title: 'Host', version: '2' }
const openapi = { openapi: '3.1.0', info }

interface Document {
  readonly paths: Record<string, object>
  readonly components: { readonly schemas: object }
}

/** A host with a route of its own, and a contract under a prefix; what a request sees of its schema is last. */
async function host(options: object | undefined, more: object = {}, served = contract) {
  const app = fastify()
  t.teardown(() => app.close())
  if (options !== undefined) await app.register(swagger, options)
  app.get('/health', { schema: { response: { 200: { type: 'string' } } } }, async () => 'fine')
  let seen: object = {}
  app.addHook('onRequest', async ({ routeOptions }) => (seen = routeOptions.schema as object))
  const missing = () => ({ status: 204 })
  const serving = served === contract ? { handlers, security } : { handlers: {}, missing, security }
  await app.register(serve(served, { ...serving, ...more }), { prefix: '/v1' })
  await app.ready()
  const schemaAt = async (url: string) => {
    await app.inject(`/v1${url}`)
    return seen
  }
  const document = () => app.swagger() as never as Document
  return { app, document, schemaAt }
}

t.test('a host documents operations with its own routes', async (t) => {
  const document = (await host({ openapi })).document()
  t.same(Object.keys(document.paths), ['/health', '/v1/plants/{id}.{format}'])
  const Plant = { $ref: '#/components/schemas/Plant' }
  const schemes = {
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'query', name: 'k' },
    oauth: { type: 'oauth2', flows: {} },
    mutual: { type: 'mutualTLS' },
    digest: { type: 'http', scheme: 'bearer' },
  }
  const properties = {
    kind: { const: 'plant' },
    parent: { anyOf: [Plant, { type: 'null' }] },
    n: { type: ['integer', 'null'] },
  }
  t.match(document, {
    openapi: '3.1.0',
    components: { securitySchemes: schemes, schemas: { Plant: { properties } } },
  })
  const { get, put } = document.paths['/v1/plants/{id}.{format}'] as Record<string, object>
  const content = {
    'application/json': { schema: Plant },
    'text/plain': { schema: { type: 'string' } },
    'application/jsonl': { schema: { type: 'array', items: Plant } },
    'image/png': { schema: { type: 'string', format: 'binary' } },
  }
  const headers = { 'X-Total': { schema: { type: 'integer' } } }
  const said = { summary: 'Reads a plant.', description: 'Of the store.', tags: ['plants'] }
  t.match(get, {
    ...{ operationId: 'read', ...said, deprecated: true, security: [{ token: [] }, { key: [] }] },
    responses: { 200: { description: 'Found.', headers, content }, '4XX': {} },
  })
  const body = { content: { 'application/json': { schema: Plant } } }
  t.match(put, { requestBody: body, responses: { default: {} } })
  const { parameters } = get as { parameters: { in: string; name: string; required: boolean }[] }
  const placed = parameters.map((each) => `${each.in} ${each.name} ${each.required}`).sort()
  const all = ['cookie c false', 'header x-a false', 'path format true', 'path id true']
  t.same(placed, [...all, 'query q true'])
  const defaults = parameters.flatMap((each) => Object(each).schema.default ?? [])
  t.same(defaults, ['x'])
  t.ok(JSON.stringify(document), 'no exact integers')
  t.notOk(JSON.stringify(document).includes('multipart/mixed'))
})

t.test('a document of an older version has its keywords', async (t) => {
  const { document } = await host({ openapi: { openapi: '3.0.3', info } })
  const properties = {
    ...{ kind: { enum: ['plant'] }, n: { type: 'integer', nullable: true } },
    names: { anyOf: [{ type: 'string' }, { type: 'array' }], nullable: true },
  }
  t.match(document().components.schemas, { Plant: { properties } })
  const older = await host({ swagger: { info } })
  t.match(older.document(), {
    definitions: { Plant: { properties: { n: { type: 'integer' } } } },
    securityDefinitions: { token: { type: 'http' } },
  })
})

t.test('names of the host stay its own', async (t) => {
  const schemas = { Plant: { type: 'string' } }
  const securitySchemes = { token: { type: 'http', scheme: 'basic' } }
  const own = { ...openapi, components: { schemas, securitySchemes } }
  const { components, paths } = (await host({ openapi: own })).document()
  const named = { Plant: { type: 'string' }, Plant2: { type: 'object' } }
  const schemes = { token: { scheme: 'basic' }, token2: { scheme: 'bearer' } }
  t.match(components, { schemas: named, securitySchemes: schemes })
  t.match(paths['/v1/plants/{id}.{format}'], { get: { security: [{ token2: [] }, { key: [] }] } })
  const said = { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
  const more = (
    await host({ openapi: { ...openapi, components: { securitySchemes: said } } })
  ).document()
  t.notOk('token2' in Object(more.components).securitySchemes, 'a host may say more of one')
})

t.test('a contract that is served twice has its schemas once', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(swagger, { openapi })
  for (const prefix of ['/a', '/b'])
    await app.register(serve(contract, { handlers, security }), { prefix })
  await app.ready()
  const { paths, components } = app.swagger() as never as Document
  t.same(Object.keys(paths), ['/a/plants/{id}.{format}', '/b/plants/{id}.{format}'])
  t.same(Object.keys(components.schemas).sort(), ['Filter', 'Plant'])
})

t.test('hooks read the schema of a route', async (t) => {
  const shown = await host(undefined)
  t.match(await shown.schemaAt('/plants/1.json'), {
    operationId: 'read',
    params: { properties: { id: { type: 'integer' } } },
  })
  const hidden = await host(undefined, { routeSchemas: 'hide' })
  t.same(Object.keys(await hidden.schemaAt('/plants/1.json')), ['hide'])
})

t.test('a document may be called otherwise', async (t) => {
  const { app } = await host({ openapi: { info }, decorator: 'docs' })
  const { paths } = (app as never as { docs(): { paths: object } }).docs()
  t.same(Object.keys(paths), ['/health', '/v1/plants/{id}.{format}'])
})

t.test('hidden operations are in no document', async (t) => {
  const { document } = await host({ openapi: { info } }, { routeSchemas: 'hide' })
  t.same(Object.keys(document().paths), ['/health'])
})

t.test('schemas of a large contract are loaded for a document, or after the start', async (t) => {
  const names = Array.from({ length: 60 }, (_, n) => `GET /o${n}: { operationId: o${n} }`)
  const large = await contractIn(names.join('\n'))
  t.type(large.routeSchemas, 'function')
  const documented = await host({ openapi: { info } }, {}, large)
  t.equal(Object.keys(documented.document().paths).length, 61)
  t.match(await documented.schemaAt('/o7'), { operationId: 'o7' })
  const { app } = await host({ openapi: { info }, decorator: 'docs' }, {}, large)
  const docs = (app as never as { docs(): { paths: object } }).docs()
  t.same(Object.keys(docs.paths), ['/health'], 'nobody has asked for them')
  const eager = await host(undefined, { load: 'eager' }, large)
  t.match(await eager.schemaAt('/o7'), { operationId: 'o7' })
  const plain = await host(undefined, {}, large)
  t.same(Object.keys(await plain.schemaAt('/o7')), [])
  await plain.app.listen({ port: 0, host: '127.0.0.1' })
  while (Object.keys(await plain.schemaAt('/o7')).length === 0) await turn()
  t.match(await plain.schemaAt('/o7'), { operationId: 'o7' })
})

t.test('a contract of an earlier generator has empty schemas', async (t) => {
  const { routeSchemas: _, ...older } = contract
  const { document } = await host({ openapi: { info } }, { handlers }, older)
  t.same(Object.keys(document().paths), ['/health', '/v1/plants/{id}.{format}'])
})
