import swagger from '@fastify/swagger'
import fastify from 'fastify'
import t from 'tap'
import { bearer, plantStore } from '../../src/index.js'
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

t.test('the document that @fastify/swagger makes of a host’s routes stays as it is', async (t) => {
  const alone = await documentOf([])
  t.match(alone, { paths: { '/own': {} } })
  t.same(await documentOf(['/garden', '/glasshouse']), alone)
  t.same(await documentOf(['']), alone)
})
