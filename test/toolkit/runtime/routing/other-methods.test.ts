import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { contractOf } from '../../../helpers/serve-document.js'

const operation = (operationId: string) => ({
  operationId,
  responses: { 204: { description: 'd' } },
})

const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/': { get: operation('root') },
      '/plants': { get: operation('list'), post: operation('create') },
      '/plants/mine': { put: operation('mine') },
      '/plants/{file}.json': {
        parameters: [{ name: 'file', in: 'path', required: true, schema: { type: 'string' } }],
        get: operation('file'),
      },
      '/plants/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: operation('remove'),
        post: operation('replace'),
      },
    },
  }),
)

const names = ['root', 'list', 'create', 'mine', 'remove', 'replace', 'file']
const handlers = Object.fromEntries(names.map((name) => [name, () => ({ status: 204 })]))

/** For each path the methods that it has, where it is there. */
const PATHS: readonly [path: string, methods: string[]][] = [
  ['/', ['GET']],
  ['/plants', ['GET', 'POST']],
  // A concrete path comes first for its own methods only.
  ['/plants/mine', ['PUT', 'DELETE', 'POST']],
  ['/plants/7', ['DELETE', 'POST']],
  ['/plants/7.json', ['GET', 'DELETE', 'POST']],
  ['/Plants', []],
  ['/plants//mine', []],
]

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const

for (const prefix of ['', '/', '/v1', '/v1/']) {
  t.test(`what has no route is 405 where the path has others: under "${prefix}"`, async (t) => {
    const app = fastify({ exposeHeadRoutes: false })
    t.teardown(() => app.close())
    await app.register(serve(contract, { handlers, security: {} }), { prefix })
    for (const [path, methods] of PATHS) {
      const url = prefix.endsWith('/') ? prefix + path.slice(1) : prefix + path
      for (const method of METHODS) {
        const { statusCode, headers } = await app.inject({ method, url })
        const isServed = methods.includes(method)
        const expected = isServed ? 204 : methods.length > 0 ? 405 : 404
        t.equal(statusCode, expected, `${method} ${url}`)
        t.equal(
          headers.allow,
          expected === 405 ? methods.join(', ') : undefined,
          `${method} ${url}`,
        )
      }
    }
    if (prefix === '/v1') t.equal((await app.inject({ method: 'PUT', url: '/v1' })).statusCode, 405)
  })
}

t.test('a concrete path hides a template for the methods that it has', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  const seen: string[] = []
  const seeing = Object.fromEntries(
    names.map((name) => [name, () => ({ status: seen.push(name) && 204 })]),
  )
  await app.register(serve(contract, { handlers: seeing, security: {} }))
  await app.inject({ method: 'PUT', url: '/plants/mine' })
  await app.inject({ method: 'DELETE', url: '/plants/mine' })
  t.strictSame(seen, ['mine', 'remove'])
})

t.test('paths that are equal for the router of the host are equal', async (t) => {
  const tables: [option: string, value: boolean, url: string, status: number][] = [
    ['caseSensitive', false, '/Plants', 405],
    ['caseSensitive', true, '/Plants', 404],
    ['ignoreTrailingSlash', true, '/plants/', 405],
    ['ignoreTrailingSlash', false, '/plants/', 405],
    ['ignoreDuplicateSlashes', true, '//plants//mine', 405],
    ['ignoreDuplicateSlashes', false, '//plants//mine', 404],
    ['useSemicolonDelimiter', true, '/plants;x', 405],
    ['useSemicolonDelimiter', false, '/plants;x', 404],
  ]
  for (const [option, value, url, status] of tables) {
    for (const options of [{ routerOptions: { [option]: value } }]) {
      const app = fastify(options)
      t.teardown(() => app.close())
      await app.register(serve(contract, { handlers, security: {} }))
      const { statusCode } = await app.inject({ method: 'PATCH', url })
      t.equal(statusCode, status, `${option} ${value}`)
    }
  }
})
