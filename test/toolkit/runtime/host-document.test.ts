import { setImmediate as turn } from 'node:timers/promises'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { contractOf } from '../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Plants, version: '1' }
security: [{ token: [] }, { key: [] }, { oauth: [] }, { mutual: [] }, { digest: [] }]
paths:
  /plants/{id}.{format}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, format: int64, maximum: 9007199254740993 } }
      - { name: format, in: path, required: true, schema: { type: string } }
    get:
      operationId: read
      summary: Reads a plant.
      description: Of the store.
      deprecated: true
      tags: [plants]
      parameters:
        - { name: q, in: query, schema: { $ref: '#/components/schemas/Filter' } }
        - { name: X-A, in: header, schema: { type: string } }
        - { name: c, in: cookie, schema: { type: string } }
      responses:
        '200':
          description: Found.
          headers: { X-Total: { schema: { type: integer } } }
          content:
            application/json: { schema: { $ref: '#/components/schemas/Plant' } }
            text/plain: {}
            application/jsonl: { itemSchema: { $ref: '#/components/schemas/Plant' } }
            image/png: {}
        4XX: { description: Refused. }
    put:
      operationId: write
      security: []
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Plant' } }
          multipart/mixed: { schema: { type: object } }
      responses: { default: { description: Done. } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: k }
    oauth: { type: oauth2, flows: {} }
    mutual: { type: mutualTLS }
    digest: { type: openIdConnect, openIdConnectUrl: 'https://a.example' }
  schemas:
    Filter: { type: object, properties: { name: { type: string } } }
    Plant: { type: object, required: [kind], properties: { kind: { const: plant }, parent: { anyOf: [{ $ref: '#/components/schemas/Plant' }, { type: 'null' }] }, names: { type: [string, array, 'null'] }, n: { type: [integer, 'null'] } } }
`

const contract = await contractOf(t, DOCUMENT)
const handlers = { read: () => ({ status: 404 }), write: () => ({ status: 204 }) }
const any = { authenticate: () => true }
const security = { token: any, key: any, oauth: any, mutual: any, digest: any }

/** A host with a route of its own, and the contract under a prefix. */
async function host(options: object | undefined, more = {}) {
  const app = fastify()
  t.teardown(() => app.close())
  if (options !== undefined) await app.register(swagger, options)
  app.get('/health', { schema: { response: { 200: { type: 'string' } } } }, async () => 'fine')
  await app.register(serve(contract, { handlers, security, ...more }), { prefix: '/v1' })
  await app.ready()
  return app
}

const info = { title: 'Host', version: '2' }

t.test('a host documents operations with its own routes', async (t) => {
  const app = await host({ openapi: { openapi: '3.1.0', info } })
  const document = app.swagger() as never as Record<string, Record<string, never>>
  t.same(Object.keys(document.paths ?? {}), ['/health', '/v1/plants/{id}.{format}'])
  t.match(document, {
    openapi: '3.1.0',
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        oauth: { type: 'oauth2', flows: {} },
        mutual: { type: 'mutualTLS' },
        digest: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Plant: {
          properties: {
            kind: { const: 'plant' },
            parent: { anyOf: [{ $ref: '#/components/schemas/Plant' }, { type: 'null' }] },
            n: { type: ['integer', 'null'] },
          },
        },
      },
    },
    paths: {
      '/v1/plants/{id}.{format}': {
        get: {
          operationId: 'read',
          summary: 'Reads a plant.',
          description: 'Of the store.',
          deprecated: true,
          tags: ['plants'],
          security: [{ token: [] }, { key: [] }, { oauth: [] }, { mutual: [] }, { digest: [] }],
          responses: {
            200: {
              description: 'Found.',
              headers: { 'X-Total': { schema: { type: 'integer' } } },
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Plant' } },
                'text/plain': { schema: { type: 'string' } },
                'application/jsonl': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Plant' } },
                },
                'image/png': { schema: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        put: {
          operationId: 'write',
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Plant' } } },
          },
        },
      },
    },
  })
  const item = document.paths?.['/v1/plants/{id}.{format}'] as never as {
    get: { parameters: { in: string; name: string; schema: object }[] }
  }
  const { parameters } = item.get
  t.same(parameters.map((each) => `${each.in} ${each.name}`).sort(), [
    'cookie c',
    'header x-a',
    'path format',
    'path id',
    'query q',
  ])
  t.ok(JSON.stringify(document), 'no exact integers')
  t.notOk(JSON.stringify(document).includes('multipart/mixed'))
})

t.test('a document of an older version has its keywords', async (t) => {
  const app = await host({ openapi: { openapi: '3.0.3', info } })
  const { components } = app.swagger() as never as { components: { schemas: object } }
  t.match(components.schemas, {
    Plant: {
      properties: {
        kind: { enum: ['plant'] },
        n: { type: 'integer', nullable: true },
        names: { anyOf: [{ type: 'string' }, { type: 'array' }], nullable: true },
      },
    },
  })
  const older = await host({ swagger: { info } })
  t.match(older.swagger(), {
    definitions: { Plant: { properties: { n: { type: 'integer' } } } },
    securityDefinitions: { token: { type: 'http' } },
  })
})

t.test('names of the host stay its own', async (t) => {
  const schemas = { Plant: { type: 'string' } }
  const securitySchemes = { token: { type: 'http', scheme: 'basic' } }
  const app = await host({
    openapi: { openapi: '3.1.0', info, components: { schemas, securitySchemes } },
  })
  t.match(app.swagger(), {
    components: {
      schemas: { Plant: { type: 'string' }, Plant2: { type: 'object' } },
      securitySchemes: { token: { scheme: 'basic' } },
    },
  })
})

t.test('hooks read the schema of a route', async (t) => {
  for (const [more, want] of [
    [{}, { operationId: 'read', params: { properties: { id: { type: 'integer' } } } }],
    [{ routeSchemas: 'hide' }, { hide: true }],
  ] as const) {
    const app = fastify()
    t.teardown(() => app.close())
    let seen: unknown
    app.addHook('onRequest', async ({ routeOptions }) => {
      seen = routeOptions.schema
    })
    await app.register(serve(contract, { handlers, security, ...more }))
    t.equal((await app.inject('/plants/1.json')).statusCode, 404)
    t.match(seen, want)
    if ('hide' in want) t.same(Object.keys(Object(seen)), ['hide'])
  }
})

t.test('a document may be called otherwise', async (t) => {
  const app = await host({ openapi: { info }, decorator: 'docs' })
  const { paths } = (app as never as { docs(): { paths: object } }).docs()
  t.same(Object.keys(paths), ['/health', '/v1/plants/{id}.{format}'])
})

t.test('hidden operations are in no document', async (t) => {
  const app = await host({ openapi: { info } }, { routeSchemas: 'hide' })
  t.same(Object.keys((app.swagger() as { paths: object }).paths), ['/health'])
})

t.test(
  'the schemas of a large contract are loaded for a document, or after the start',
  async (t) => {
    const paths = Array.from({ length: 60 }, (_, index) => [
      `/p${index}`,
      { get: { operationId: `o${index}`, responses: { 204: { description: 'd' } } } },
    ])
    const document = { openapi: '3.1.0', info, paths: Object.fromEntries(paths) }
    const large = await contractOf(t, JSON.stringify(document))
    t.type(large.routeSchemas, 'function')
    const register = async (options: object | undefined, more: object = {}) => {
      const app = fastify()
      t.teardown(() => app.close())
      if (options !== undefined) await app.register(swagger, options)
      let seen: object = {}
      app.addHook('onRequest', async ({ routeOptions }) => {
        seen = routeOptions.schema as object
      })
      await app.register(
        serve(large, { handlers: {}, missing: () => ({ status: 204 }), security: {}, ...more }),
      )
      const seenAt = async () => {
        await app.inject('/p7')
        return seen
      }
      return { app, seen: seenAt }
    }
    const documented = await register({ openapi: { info } })
    await documented.app.ready()
    t.equal(Object.keys((documented.app.swagger() as { paths: object }).paths).length, 60)
    t.match(await documented.seen(), { operationId: 'o7' })
    const otherwise = await register({ openapi: { info }, decorator: 'docs' })
    await otherwise.app.ready()
    const docs = (otherwise.app as never as { docs(): { paths: object } }).docs()
    t.same(docs.paths, {}, 'nobody has asked for them')
    t.match(await (await register(undefined, { load: 'eager' })).seen(), { operationId: 'o7' })
    const plain = await register(undefined)
    t.same(Object.keys(await plain.seen()), [])
    await plain.app.listen({ port: 0, host: '127.0.0.1' })
    while (Object.keys(await plain.seen()).length === 0) await turn()
    t.match(await plain.seen(), { operationId: 'o7' })
  },
)

t.test('a contract of an earlier generator has empty schemas', async (t) => {
  const { routeSchemas: _, ...older } = contract
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(swagger, { openapi: { info } })
  await app.register(serve(older, { handlers, security }))
  await app.ready()
  t.same(Object.keys((app.swagger() as { paths: object }).paths), ['/plants/{id}.{format}'])
})
