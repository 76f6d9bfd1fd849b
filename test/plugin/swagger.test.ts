import swagger from '@fastify/swagger'
import fastify from 'fastify'
import t from 'tap'
import { bearer, contract, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'

/** The document that a host makes of its own routes, with or without plant stores beside them. */
async function documentOf(prefixes: string[]): Promise<object> {
  const host = fastify()
  t.teardown(() => host.close())
  await host.register(swagger, { openapi: { info: { title: 'Host', version: '1' } } })
  for (const prefix of prefixes) {
    const security = { bearerAuth: bearer(['a-token']) }
    await host.register(plantStore, { prefix, store: memory(), security })
  }
  await host.register(async (part) => {
    part.addSchema({ $id: 'Plant', type: 'object', properties: { height: { type: 'integer' } } })
    part.get('/own', { schema: { response: { 200: { $ref: 'Plant#' } } } }, async () => ({}))
  })
  await host.ready()
  return host.swagger()
}

t.test(
  'plant stores are in the document that @fastify/swagger makes of a host’s routes',
  async (t) => {
    const { paths: own } = (await documentOf([])) as { paths: object }
    t.same(Object.keys(own), ['/own'])
    const document = (await documentOf(['/garden', '/glasshouse'])) as Record<string, object>
    const plants = [...new Set(contract.operations.map(({ path }) => path))]
    const paths = ['/garden', '/glasshouse'].flatMap((prefix) =>
      plants.map((path) => prefix + path),
    )
    t.same(Object.keys(document.paths ?? {}).sort(), [...paths, '/own'].sort())
    t.match(document, {
      paths: { ...own, '/garden/plants': { post: { operationId: 'createPlant' } } },
      components: {
        schemas: {
          NewPlant: { allOf: [{ $ref: '#/components/schemas/Plant' }, {}] },
          Plant: { required: ['name'] },
        },
        securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      },
    })
    t.same(
      Object.keys(Object(document.components).schemas).filter((name) => name.startsWith('Plant')),
      ['Plant'],
      'one contract, served twice',
    )
  },
)
